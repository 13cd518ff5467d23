extension Currency {
  /// The codes of ISO 4217, list one (January 2026), that have a minor unit, with its digits. Metals, baskets and
  /// test codes have none, so no amount can be counted in them. Codes withdrawn since 2025 (ANG, BGN) stay, for what
  /// was captured before.
  static let minorUnitDigits: [String: Int] = {
    let byDigits: [(Int, String)] = [
      (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
      (
        2,
        """
        AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD \
        CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD \
        GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD \
        MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP \
        PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS \
        TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
        """
      ),
      (3, "BHD IQD JOD KWD LYD OMR TND"),
      (4, "CLF UYW"),
    ]
    var table: [String: Int] = [:]
    for (digits, codes) in byDigits {
      for code in codes.split(separator: " ") { table[String(code)] = digits }
    }
    return table
  }()

  /// The currencies that a sign or a unit can mean, the likeliest first. Letters in lower case; longer signs are
  /// tried before shorter ones. An abbreviation may carry its point, which then is no decimal mark: `Rs.500` is 500.
  static let signs: [(sign: String, codes: [String])] = [
    ("nt$", ["TWD"]), ("us$", ["USD"]), ("hk$", ["HKD"]), ("mop$", ["MOP"]), ("au$", ["AUD"]),
    ("ca$", ["CAD"]), ("nz$", ["NZD"]), ("mx$", ["MXN"]), ("a$", ["AUD"]), ("c$", ["CAD"]),
    ("s$", ["SGD"]), ("r$", ["BRL"]), ("ntd", ["TWD"]), ("rmb", ["CNY"]), ("kč", ["CZK"]),
    ("zł", ["PLN"]), ("ft", ["HUF"]), ("rp", ["IDR"]), ("rm", ["MYR"]),
    ("rp.", ["IDR"]), ("kč.", ["CZK"]), ("zł.", ["PLN"]), ("ft.", ["HUF"]),
    ("kr", ["SEK", "NOK", "DKK", "ISK"]), ("kr.", ["SEK", "NOK", "DKK", "ISK"]),
    ("rs", ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"]),
    ("rs.", ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"]),
    (
      "$",
      [
        "USD", "TWD", "HKD", "SGD", "AUD", "CAD", "NZD", "MXN", "ARS", "CLP", "COP", "BND", "FJD",
        "JMD", "TTD", "NAD", "LRD", "BBD", "BSD", "BZD", "GYD", "KYD", "SBD", "SRD", "XCD", "UYU",
        "DOP", "BMD",
      ]
    ),
    ("¥", ["JPY", "CNY"]), ("円", ["JPY"]), ("日圓", ["JPY"]), ("日元", ["JPY"]), ("美元", ["USD"]),
    ("美金", ["USD"]), ("港幣", ["HKD"]), ("港元", ["HKD"]), ("歐元", ["EUR"]), ("韓元", ["KRW"]),
    ("人民幣", ["CNY"]), ("新台幣", ["TWD"]), ("新臺幣", ["TWD"]), ("台幣", ["TWD"]),
    ("臺幣", ["TWD"]), ("元", ["TWD", "CNY", "HKD"]), ("圓", ["TWD"]), ("塊", ["TWD"]),
    ("圆", ["CNY"]), ("块", ["CNY"]), ("€", ["EUR"]), ("£", ["GBP"]), ("₩", ["KRW"]),
    ("₫", ["VND"]), ("฿", ["THB"]), ("₱", ["PHP"]), ("₹", ["INR"]), ("₽", ["RUB"]),
    ("₺", ["TRY"]), ("₪", ["ILS"]), ("₴", ["UAH"]), ("₦", ["NGN"]), ("₸", ["KZT"]),
    ("₲", ["PYG"]), ("₡", ["CRC"]), ("₵", ["GHS"]), ("₭", ["LAK"]), ("₮", ["MNT"]),
  ].sorted { $0.0.count > $1.0.count }
}
