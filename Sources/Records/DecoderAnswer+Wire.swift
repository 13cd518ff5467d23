import JSON

/// The answer as one message between decoder and daemon. The daemon trusts nothing in it: whoever has taken over a
/// decoder may send what they like.
extension DecoderAnswer {
  /// Longer messages are refused.
  public static let longestMessage = 65_536

  public var message: [UInt8] {
    let value: JSONValue =
      switch self {
      case .report(let report): ["report": report.wire]
      case .rejected(let rejection):
        [
          "rejected": [
            "reason": .string(rejection.reason.rawValue), "detail": .string(rejection.detail),
          ]
        ]
      }
    return value.utf8()
  }

  /// Nil for whatever is no answer of a sound decoder.
  public init?(message: [UInt8]) {
    let limits = JSONReader.Limits(bytes: DecoderAnswer.longestMessage, depth: 8)
    guard let value = try? JSONReader.read(message, limits: limits), let object = value.object
    else { return nil }
    if let report = object["report"]?.object.flatMap(AudioReport.init(wire:)) {
      self = .report(report)
    } else if let rejected = object["rejected"]?.object,
      let reason = rejected["reason"]?.string.flatMap(Reason.init(rawValue:))
    {
      let detail = rejected["detail"]?.string ?? ""
      self = .rejected(Rejection(reason: reason, detail: String(detail.prefix(200))))
    } else {
      return nil
    }
  }
}

extension AudioReport {
  fileprivate var wire: JSONValue {
    let hexadecimal = waveform.flatMap {
      [hexadecimalDigits[Int($0 >> 4)], hexadecimalDigits[Int($0 & 15)]]
    }
    return [
      "format": .string(format), "codec": .string(codec), "sample_rate": .integer(sampleRate),
      "channels": .integer(channels), "frames": .integer(frames),
      "claimed_frames": claimedFrames.map { .integer($0) } ?? .null, "peak": .integer(peak),
      "rms": .integer(rms), "clipped": .integer(clippedSamples),
      "waveform": .string(String(decoding: hexadecimal, as: UTF8.self)),
      "texts": .array(texts.map { [.string($0.key), .string($0.value)] }),
      "broadcast": broadcast?.wire ?? .null, "ended_early": .bool(endedEarly),
    ]
  }

  fileprivate init?(wire object: JSONObject) {
    guard let format = AudioReport.name(object["format"]),
      let codec = AudioReport.name(object["codec"]),
      let sampleRate = object["sample_rate"]?.integer, (1000...768_000).contains(sampleRate),
      let channels = object["channels"]?.integer, (1...32).contains(channels),
      let frames = object["frames"]?.integer, frames > 0,
      let peak = object["peak"]?.integer, (-20_000...100_000).contains(peak),
      let rms = object["rms"]?.integer, (-20_000...100_000).contains(rms),
      let clipped = object["clipped"]?.integer, clipped >= 0,
      let waveform = AudioReport.bytes(object["waveform"]),
      waveform.count == AudioReport.waveformBins,
      let texts = object["texts"]?.array, texts.count <= 32,
      let endedEarly = object["ended_early"]?.bool
    else { return nil }
    let claimed = object["claimed_frames"]?.integer
    guard claimed ?? 0 >= 0 else { return nil }
    self.init(
      format: format, codec: codec, sampleRate: Int(sampleRate), channels: Int(channels),
      frames: frames, claimedFrames: claimed, peak: Int(peak), rms: Int(rms),
      clippedSamples: clipped, waveform: waveform,
      texts: texts.compactMap { pair in
        guard let pair = pair.array, pair.count == 2, let key = AudioReport.name(pair[0]),
          let value = pair[1].string
        else { return nil }
        return TextTag(key: key, value: value)
      },
      broadcast: object["broadcast"]?.object.flatMap(BroadcastExtension.init(wire:)),
      endedEarly: endedEarly)
  }

  /// A short plain word: it becomes part of a path.
  private static func name(_ value: JSONValue?) -> String? {
    guard let text = value?.string, (1...32).contains(text.utf8.count),
      text.utf8.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 95 })
    else { return nil }
    return text
  }

  private static func bytes(_ value: JSONValue?) -> [UInt8]? {
    guard let digits = value?.string.map({ Array($0.utf8) }), digits.count % 2 == 0 else {
      return nil
    }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = hexadecimalValue(of: digits[index]),
        let low = hexadecimalValue(of: digits[index + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}

extension BroadcastExtension {
  fileprivate var wire: JSONValue {
    [
      "description": .string(description), "originator": .string(originator),
      "reference": .string(originatorReference), "date": .string(originationDate),
      "time": .string(originationTime), "time_reference": .integer(timeReference),
      "history": .string(codingHistory),
    ]
  }

  fileprivate init?(wire object: JSONObject) {
    func text(_ key: String) -> String { object[key]?.string ?? "" }
    guard case .number(let reference)? = object["time_reference"],
      let timeReference = UInt64(reference)
    else { return nil }
    self.init(
      description: text("description"), originator: text("originator"),
      originatorReference: text("reference"), originationDate: text("date"),
      originationTime: text("time"), timeReference: timeReference, codingHistory: text("history"))
  }
}
