import TestSupport

/// A recording that was made in this test run.
struct GeneratedRecording: Sendable {
  let kind: GeneratedKind
  let bytes: [UInt8]
  /// Frames that ffmpeg's own decoding of it counts; of AMR that of sox, since ffmpeg 5.1 leaves out silent frames.
  let frames: Int64

  /// One of every kind, made once; a text that says why there are none.
  static let all: Result<[GeneratedRecording], Fault> = Result { () throws(Fault) in
    try Workshop().recordings()
  }

  struct Fault: Error, CustomStringConvertible {
    let description: String
  }
}

/// A folder with a sound of four seconds, of which one is silence, and programs that write it in every format.
private struct Workshop {
  private typealias Fault = GeneratedRecording.Fault
  private let folder = TemporaryFolder()

  func recordings() throws(GeneratedRecording.Fault) -> [GeneratedRecording] {
    try shell(
      """
      for program in ffmpeg sox sndfile-convert; do
        command -v $program || { echo "There is no $program: run '.ci/setup test' first." >&2; exit 1; }
      done
      ffmpeg -v error -nostdin -stream_loop 1 -i "$1" -map_metadata -1 -fflags +bitexact \
        -af "volume=enable='between(t,1.4,2.4)':volume=0" -ac 1 -ar 16000 source.wav
      """, Workshop.speech)
    try encodeAll()
    var recordings: [GeneratedRecording] = []
    for (kind, frames) in zip(GeneratedKind.all, try counts()) {
      guard let bytes = readFile(folder[kind.name]) else {
        throw Fault(description: "\(kind.name) was not made.")
      }
      recordings.append(GeneratedRecording(kind: kind, bytes: bytes, frames: frames))
    }
    return recordings
  }

  private static let speech =
    String(#filePath.dropLast("GeneratedRecording.swift".count)) + "Recordings/coffee.flac"
  private static let ffmpeg = ["ffmpeg", "-v", "error", "-nostdin", "-i"]

  /// One run of ffmpeg writes all that is its; what is put into another container comes last.
  private func encodeAll() throws(Fault) {
    var outputs: [String] = []
    for kind in GeneratedKind.all {
      if case .ffmpeg(let options) = kind.writer { outputs += options + Workshop.tagged(kind) }
    }
    try run(Workshop.ffmpeg + ["source.wav"] + outputs)
    for kind in GeneratedKind.all {
      switch kind.writer {
      case .ffmpeg: break
      case .libsndfile(let option): try run(["sndfile-convert", option, "source.wav", kind.name])
      case .sox: try run(["sox", "source.wav", "-r", "8000", "-t", "amr-nb", kind.name])
      case .wideSpeech: try writeWideSpeech(kind)
      case .container(let other):
        try run(Workshop.ffmpeg + [other, "-c:a", "copy"] + Workshop.tagged(kind))
      }
    }
  }

  private static func tagged(_ kind: GeneratedKind) -> [String] {
    ["-fflags", "+bitexact", "-flags:a", "+bitexact"]
      + GeneratedKind.tags.flatMap { ["-metadata", $0] } + [kind.name]
  }

  private func writeWideSpeech(_ kind: GeneratedKind) throws(Fault) {
    let sound = readFile(folder["source.wav"])?.dropFirst(44) ?? []
    let samples = stride(from: sound.startIndex, to: sound.endIndex - 1, by: 2).map {
      Int16(truncatingIfNeeded: Int(sound[$0]) | Int(sound[$0 + 1]) << 8)
    }
    guard let bytes = WideSpeech.file(of: samples) else {
      throw Fault(description: "There is no libvo-amrwbenc: run '.ci/setup test' first.")
    }
    writeFile(folder[kind.name], bytes)
  }

  /// In the order of the kinds.
  private func counts() throws(Fault) -> [Int64] {
    let words = GeneratedKind.all.flatMap { kind in
      let speech = ["amr_nb": "amr-nb", "amr_wb": "amr-wb"][kind.codec]
      return [kind.name, "\(kind.sampleRate)", speech ?? "-"]
    }
    let output = try shell(
      """
      while [ $# -gt 0 ]; do
        if [ "$3" = - ]; then
          ffmpeg -v error -nostdin -i "$1" -map 0:a:0 -ar "$2" -f s16le - | wc -c
        else
          ffmpeg -v error -nostdin -i "$1" -c:a copy -f amr - | sox -t "$3" - -t s16 - | wc -c
        fi
        shift 3
      done
      """, words)
    return output.split(separator: "\n").compactMap { Int64($0) }.map { $0 / 2 }
  }

  @discardableResult
  private func shell(_ script: String, _ words: [String]) throws(Fault) -> String {
    try run(["sh", "-c", "set -e\n" + script, "sh"] + words)
  }

  @discardableResult
  private func shell(_ script: String, _ word: String) throws(Fault) -> String {
    try shell(script, [word])
  }

  @discardableResult
  private func run(_ words: [String]) throws(Fault) -> String {
    let outcome = BuiltProgram.run(
      "/usr/bin/env", ["-C", folder.path, "PATH=/usr/local/bin:/usr/bin:/bin"] + words)
    guard outcome.status == 0 else {
      throw Fault(description: "\(words.prefix(8)): \(outcome.errors)")
    }
    return outcome.output
  }
}
