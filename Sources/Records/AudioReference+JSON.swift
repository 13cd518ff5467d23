import JSON

extension AudioReference {
  /// The audio object of the command line contract (`cli.md`, "JSON").
  public var json: JSONValue {
    [
      "uuid": .string(uuid.description), "sha256": .string(sha256.description),
      "path": .string(path), "present": .bool(present), "format": .string(format),
      "codec": .string(codec), "sample_rate": .integer(sampleRate), "channels": .integer(channels),
      "frames": .integer(frames), "duration_ms": .integer(durationMilliseconds),
      "bytes": .integer(bytes),
      "priming_frames": primingFrames.map { .integer($0) } ?? .null,
    ]
  }
}
