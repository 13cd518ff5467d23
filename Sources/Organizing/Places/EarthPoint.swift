import Linux
import Records

/// A point on the Earth, taken for a sphere: distances are right to half a percent, which is enough to choose a shop.
struct EarthPoint: Hashable, Sendable {
  private let x: Double
  private let y: Double
  private let z: Double

  /// Mean radius in metres (IUGG).
  private static let radius = 6_371_008.8

  init(_ coordinates: Coordinates) {
    // The digits were checked when the coordinates were made.
    let latitude = (Double(coordinates.latitude) ?? 0) * .pi / 180
    let longitude = (Double(coordinates.longitude) ?? 0) * .pi / 180
    x = cosine(latitude) * cosine(longitude)
    y = cosine(latitude) * sine(longitude)
    z = sine(latitude)
  }

  /// Along the ground.
  func meters(to other: EarthPoint) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    let chord = (dx * dx + dy * dy + dz * dz).squareRoot()
    return 2 * EarthPoint.radius * arcsine(min(1, chord / 2))
  }
}
