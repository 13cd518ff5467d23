import Glibc

/// The logarithm to the base of ten (log10(3)), which the standard library of Swift does not have.
public func decimalLogarithm(_ value: Double) -> Double { log10(value) }

/// Ten to the power of a number (pow(3)).
public func powerOfTen(_ exponent: Double) -> Double { pow(10, exponent) }
