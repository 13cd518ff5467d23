import Audio
import CSndFile
import Linux
import Records
import TestSupport

/// Recordings of any format, written by libsndfile's own writer.
struct SampleRecording {
  var format: Int
  var sampleRate = 16_000
  var channels = 1
  var seconds = 5
  /// Of full scale.
  var amplitude: Float = 0.5
  /// Of full scale, for what must not become small.
  var noise: Float = 0
  var texts: [(Int, String)] = []
  var broadcast: ((inout SF_BROADCAST_INFO) -> Void)?

  var bytes: [UInt8] {
    let folder = TemporaryFolder()
    let path = folder["sample"]
    var info = SF_INFO()
    info.samplerate = Int32(sampleRate)
    info.channels = Int32(channels)
    info.format = Int32(format)
    guard let handle = sf_open(path, Int32(SFM_WRITE), &info) else {
      preconditionFailure(String(cString: sf_strerror(nil)))
    }
    // What is too loud is cut off, as recorders do, and does not turn over.
    let isFloat = [SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE].contains(format & SF_FORMAT_SUBMASK)
    let loudest: Float = isFloat ? .greatestFiniteMagnitude : 1
    sf_command(handle, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
    for (key, text) in texts { sf_set_string(handle, Int32(key), text) }
    if let broadcast {
      var chunk = SF_BROADCAST_INFO()
      broadcast(&chunk)
      sf_command(
        handle, Int32(SFC_SET_BROADCAST_INFO), &chunk,
        Int32(MemoryLayout<SF_BROADCAST_INFO>.size))
    }
    // A triangle of 200 Hz.
    let period = sampleRate / 200
    var samples: [Float] = []
    var state: UInt32 = 1
    for frame in 0..<(sampleRate * seconds) {
      let phase = Float(frame % period) / Float(period)
      state = state &* 1_664_525 &+ 1_013_904_223
      let hiss = noise * (Float(state >> 8) / 8_388_608 - 1)
      let value = amplitude * (abs(phase - 0.5) * 4 - 1) + hiss
      for _ in 0..<channels { samples.append(min(max(value, -loudest), loudest)) }
    }
    sf_writef_float(handle, samples, sf_count_t(sampleRate * seconds))
    sf_close(handle)
    return readFile(path) ?? []
  }
}

func decode(_ bytes: [UInt8], named name: String = "sample") -> DecoderAnswer {
  let folder = TemporaryFolder()
  writeFile(folder[name], bytes)
  do { return DecoderAnswer(decoding: try Descriptor(opening: folder[name])) } catch {
    preconditionFailure("\(error)")
  }
}

extension DecoderAnswer {
  var report: AudioReport? { if case .report(let report) = self { report } else { nil } }
  var rejection: Rejection? { if case .rejected(let rejection) = self { rejection } else { nil } }
}
