import Glibc

/// The functions of angles in radians (sin(3), cos(3), asin(3)), which the standard library of Swift does not have.
public func sine(_ angle: Double) -> Double { sin(angle) }

public func cosine(_ angle: Double) -> Double { cos(angle) }

public func arcsine(_ value: Double) -> Double { asin(value) }
