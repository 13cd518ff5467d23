/// 16-bit samples as floats of full scale 1, exactly, eight at a time. The target has at least as many.
func convert(
  _ samples: UnsafeMutableBufferPointer<Int16>, to floats: UnsafeMutableBufferPointer<Float>
) {
  let step = Float(1) / 32_768
  let width = SIMD8<Int16>.scalarCount
  let whole = samples.count / width
  let source = UnsafeRawBufferPointer(samples)
  let target = UnsafeMutableRawBufferPointer(floats)
  for index in 0..<whole {
    let values = source.loadUnaligned(
      fromByteOffset: index * MemoryLayout<SIMD8<Int16>>.stride, as: SIMD8<Int16>.self)
    target.storeBytes(
      of: SIMD8<Float>(values) * step, toByteOffset: index * MemoryLayout<SIMD8<Float>>.stride,
      as: SIMD8<Float>.self)
  }
  for index in (whole * width)..<samples.count { floats[index] = Float(samples[index]) * step }
}
