extension Currency {
  static let minorUnitDigits: [String: Int] = ["TWD": 2]
}
