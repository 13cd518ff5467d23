import JSON

extension AudioReport {
  /// What a recording may claim to be; beyond it is `bad-parameters`.
  public static let possibleChannels = 1...32
  /// Hertz.
  public static let possibleSampleRates = 1_000...768_000

  /// 2^56 frames: at 768 kHz 3,000 years. Times 32 channels it still fits in 64 bits.
  public static let possibleClaims: ClosedRange<Int64> = 0...(1 << 56)

  /// Frames of priming that a container may name: encoders need a few thousand.
  public static let longestPriming: Int64 = 1 << 24

  /// The longest text tag in bytes of UTF-8; longer ones are cut by the decoder.
  public static let longestText = 2048

  var wire: JSONValue {
    var object: JSONObject = [
      "format": .string(format), "codec": .string(codec), "rate": .integer(sampleRate),
      "channels": .integer(channels), "frames": .integer(frames), "peak": .integer(peak),
      "rms": .integer(rms), "clipped": .integer(clippedSamples),
      "waveform": .string(hexadecimal(waveform)),
      "texts": .array(texts.map { .array([.string($0.key), .string($0.value)]) }),
      "early": .bool(endedEarly),
    ]
    object["claimed"] = claimedFrames.map { .integer($0) }
    object["placeholder"] = lengthPlaceholder.map { .integer($0) }
    object["priming"] = primingFrames.map { .integer($0) }
    object["counted"] = countedFrames.map { .integer($0) }
    object["unplayed"] = unplayed?.wire
    object["before"] = bytesBefore.map { .integer($0) }
    object["tracks"] = otherTracks > 0 ? .integer(otherTracks) : nil
    object["joint"] = joint?.wire
    object["bext"] = broadcast?.wire
    return .object(object)
  }

  init(wire: JSONValue) throws(WireFault) {
    guard let object = wire.object else { throw WireFault("its report is not an object") }
    let fields = WireFields(object)
    format = try fields.text("format", upTo: 16)
    guard AudioFormat(rawValue: format) != nil else { throw WireFault("its format is unknown") }
    codec = try fields.text("codec", upTo: 32)
    guard !codec.isEmpty, codec.utf8.allSatisfy(isPartOfCodecName) else {
      throw WireFault("its codec is no name")
    }
    sampleRate = Int(try fields.integer("rate", in: wide(AudioReport.possibleSampleRates)))
    channels = Int(try fields.integer("channels", in: wide(AudioReport.possibleChannels)))
    frames = try fields.integer("frames", in: 1...AudioReport.possibleClaims.upperBound)
    claimedFrames = try fields.optional("claimed", in: AudioReport.possibleClaims)
    lengthPlaceholder = try fields.optional("placeholder", in: 0...0xFFFF_FFFF)
    primingFrames = try fields.optional("priming", in: 0...AudioReport.longestPriming)
    countedFrames = try fields.optional("counted", in: AudioReport.possibleClaims)
    unplayed = try object["unplayed"].map { value throws(WireFault) in try Unplayed(wire: value) }
    bytesBefore = try fields.optional("before", in: 1...Int64.max)
    otherTracks = Int(try fields.optional("tracks", in: 1...65_536) ?? 0)
    joint = try object["joint"].map { value throws(WireFault) in try Joint(wire: value) }
    peak = Int(try fields.integer("peak", in: -20_000...20_000))
    rms = Int(try fields.integer("rms", in: -20_000...20_000))
    clippedSamples = try fields.integer("clipped", in: 0...(frames * Int64(channels)))
    guard let waveform = bytes(hexadecimal: try fields.text("waveform", upTo: 400)),
      waveform.count == AudioReport.waveformBins
    else { throw WireFault("its waveform is not 200 bins in hexadecimal digits") }
    self.waveform = waveform
    guard case .bool(let early)? = object["early"] else { throw WireFault("it lacks 'early'") }
    endedEarly = early
    guard let items = object["texts"]?.array, items.count <= 16 else {
      throw WireFault("its texts are no short list")
    }
    var texts: [TextTag] = []
    for item in items {
      guard let pair = item.array, pair.count == 2, let key = pair[0].string,
        let value = pair[1].string, key.utf8.count <= 32, key.utf8.allSatisfy(isPartOfCodecName),
        value.utf8.count <= AudioReport.longestText
      else { throw WireFault("one of its texts is no pair of short strings") }
      texts.append(TextTag(key: key, value: value))
    }
    self.texts = texts
    broadcast = try object["bext"].map { value throws(WireFault) in
      try BroadcastExtension(wire: value)
    }
  }
}

extension AudioReport.Joint {
  var wire: JSONValue {
    var object: JSONObject = [
      "recordings": .integer(recordings), "first": .integer(firstMilliseconds),
      "mixed": .bool(isMixed),
    ]
    if hasMore { object["more"] = .bool(true) }
    return .object(object)
  }

  init(wire: JSONValue) throws(WireFault) {
    guard let object = wire.object, case .bool(let mixed)? = object["mixed"] else {
      throw WireFault("its joint is none")
    }
    let fields = WireFields(object)
    recordings = Int(
      try fields.integer("recordings", in: 2...Int64(AudioReport.Joint.mostRecordings)))
    // At a sample rate of 1 kHz a frame is a millisecond.
    firstMilliseconds = try fields.integer("first", in: AudioReport.possibleClaims)
    isMixed = mixed
    hasMore = object["more"]?.bool ?? false
  }
}

extension AudioReport.Unplayed {
  var wire: JSONValue { ["bytes": .integer(bytes), "recording": .bool(isRecording)] }

  init(wire: JSONValue) throws(WireFault) {
    guard let object = wire.object, case .bool(let isRecording)? = object["recording"] else {
      throw WireFault("what it has unplayed is none")
    }
    bytes = try WireFields(object).integer("bytes", in: 1...Int64.max)
    self.isRecording = isRecording
  }
}

extension BroadcastExtension {
  var wire: JSONValue {
    [
      "description": .string(description), "originator": .string(originator),
      "reference": .string(originatorReference), "date": .string(originationDate),
      "time": .string(originationTime), "samples": .string(String(timeReference)),
      "history": .string(codingHistory),
    ]
  }

  init(wire: JSONValue) throws(WireFault) {
    guard let object = wire.object else { throw WireFault("its bext is not an object") }
    let fields = WireFields(object)
    // The widths of EBU Tech 3285, tripled for bytes that were no UTF-8 and became U+FFFD.
    description = try fields.text("description", upTo: 768)
    originator = try fields.text("originator", upTo: 96)
    originatorReference = try fields.text("reference", upTo: 96)
    originationDate = try fields.text("date", upTo: 30)
    originationTime = try fields.text("time", upTo: 24)
    codingHistory = try fields.text("history", upTo: 768)
    guard let reference = UInt64(try fields.text("samples", upTo: 20)) else {
      throw WireFault("its bext counts no samples")
    }
    timeReference = reference
  }
}

private struct WireFields {
  let object: JSONObject
  init(_ object: JSONObject) { self.object = object }

  func text(_ key: String, upTo limit: Int) throws(WireFault) -> String {
    guard let text = object[key]?.string, text.utf8.count <= limit else {
      throw WireFault("'\(key)' is no text of at most \(limit) bytes")
    }
    return text
  }

  func integer(_ key: String, in range: ClosedRange<Int64>) throws(WireFault) -> Int64 {
    guard let value = object[key]?.integer, range.contains(value) else {
      throw WireFault("'\(key)' is no whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}

extension WireFields {
  /// Nil where there is no such key.
  fileprivate func optional(
    _ key: String, in range: ClosedRange<Int64>
  ) throws(WireFault) -> Int64? {
    object[key] == nil ? nil : try integer(key, in: range)
  }
}

private func wide(_ range: ClosedRange<Int>) -> ClosedRange<Int64> {
  Int64(range.lowerBound)...Int64(range.upperBound)
}

private func isPartOfCodecName(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
    UInt8(ascii: "_"):
    true
  default: false
  }
}
