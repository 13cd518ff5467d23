/// A sample as the library hands it over, and its value at a full scale of 1.
public protocol MeterSample {
  var value: Float { get }

  /// The values of eight samples that lie one after another.
  static func values(of eight: UnsafeRawPointer) -> SIMD8<Float>

  /// Gives whole frames to a meter. Each type says it for itself, so that the loop over the samples is compiled for that
  /// type and does not depend on what another module's compiler sees.
  static func add(_ interleaved: UnsafeBufferPointer<Self>, to meter: inout LevelMeter)
}

extension Float: MeterSample {
  public var value: Float { self }

  @inline(__always)
  public static func values(of eight: UnsafeRawPointer) -> SIMD8<Float> {
    eight.loadUnaligned(as: SIMD8<Float>.self)
  }

  public static func add(_ interleaved: UnsafeBufferPointer<Float>, to meter: inout LevelMeter) {
    meter.measure(interleaved)
  }
}

/// Exact: a float has 24 bits.
extension Int16: MeterSample {
  private static let step: Float = 1 / 32_768

  public var value: Float { Float(self) * Int16.step }

  @inline(__always)
  public static func values(of eight: UnsafeRawPointer) -> SIMD8<Float> {
    SIMD8<Float>(eight.loadUnaligned(as: SIMD8<Int16>.self)) * step
  }

  public static func add(_ interleaved: UnsafeBufferPointer<Int16>, to meter: inout LevelMeter) {
    meter.measure(interleaved)
  }
}
