/// A sample as the library hands it over, and its value at a full scale of 1.
protocol MeterSample {
  var value: Float { get }

  /// The values of eight samples that lie one after another.
  static func values(of eight: UnsafeRawPointer) -> SIMD8<Float>
}

extension Float: MeterSample {
  var value: Float { self }

  @inline(__always)
  static func values(of eight: UnsafeRawPointer) -> SIMD8<Float> {
    eight.loadUnaligned(as: SIMD8<Float>.self)
  }
}

/// Exact: a float has 24 bits.
extension Int16: MeterSample {
  private static let step: Float = 1 / 32_768

  var value: Float { Float(self) * Int16.step }

  @inline(__always)
  static func values(of eight: UnsafeRawPointer) -> SIMD8<Float> {
    SIMD8<Float>(eight.loadUnaligned(as: SIMD8<Int16>.self)) * step
  }
}
