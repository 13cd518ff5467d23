import CSndFile
import Records

/// libsndfile's format numbers as the names that are stored (sndfile.h).
struct FormatNames {
  let format: String
  let codec: String
  /// How a sample is stored, by the name of the codec that stores nothing else.
  let sampleCodec: String

  /// Nil for a number that this table lacks: a newer library's.
  init?(_ number: Int32) {
    let major = Int(number) & SF_FORMAT_TYPEMASK
    let minor = Int(number) & SF_FORMAT_SUBMASK
    guard let codec = FormatNames.codecs[minor] else { return nil }
    // What an MPEG file is called goes by its layer.
    let container =
      major == SF_FORMAT_MPEG ? AudioFormat(rawValue: codec) : FormatNames.formats[major]
    guard let container else { return nil }
    format = container.rawValue
    sampleCodec = codec
    // FLAC and Ogg hold one codec; for FLAC libsndfile gives the width of the samples.
    self.codec = major == SF_FORMAT_FLAC ? "flac" : codec
  }

  private static let formats: [Int: AudioFormat] = [
    SF_FORMAT_WAV: .wav, SF_FORMAT_WAVEX: .wav, SF_FORMAT_AIFF: .aiff, SF_FORMAT_AU: .au,
    SF_FORMAT_PAF: .paf, SF_FORMAT_SVX: .svx, SF_FORMAT_NIST: .nist, SF_FORMAT_VOC: .voc,
    SF_FORMAT_IRCAM: .ircam, SF_FORMAT_W64: .w64, SF_FORMAT_MAT4: .mat4, SF_FORMAT_MAT5: .mat5,
    SF_FORMAT_PVF: .pvf, SF_FORMAT_XI: .xi, SF_FORMAT_HTK: .htk, SF_FORMAT_SDS: .sds,
    SF_FORMAT_AVR: .avr, SF_FORMAT_SD2: .sd2, SF_FORMAT_FLAC: .flac, SF_FORMAT_CAF: .caf,
    SF_FORMAT_WVE: .wve, SF_FORMAT_OGG: .ogg, SF_FORMAT_MPC2K: .mpc2k, SF_FORMAT_RF64: .rf64,
  ]

  private static let codecs: [Int: String] = [
    SF_FORMAT_PCM_S8: "pcm_s8", SF_FORMAT_PCM_16: "pcm_s16", SF_FORMAT_PCM_24: "pcm_s24",
    SF_FORMAT_PCM_32: "pcm_s32", SF_FORMAT_PCM_U8: "pcm_u8", SF_FORMAT_FLOAT: "pcm_f32",
    SF_FORMAT_DOUBLE: "pcm_f64", SF_FORMAT_ULAW: "ulaw", SF_FORMAT_ALAW: "alaw",
    SF_FORMAT_IMA_ADPCM: "ima_adpcm", SF_FORMAT_MS_ADPCM: "ms_adpcm", SF_FORMAT_GSM610: "gsm610",
    SF_FORMAT_VOX_ADPCM: "vox_adpcm", SF_FORMAT_NMS_ADPCM_16: "nms_adpcm_16",
    SF_FORMAT_NMS_ADPCM_24: "nms_adpcm_24", SF_FORMAT_NMS_ADPCM_32: "nms_adpcm_32",
    SF_FORMAT_G721_32: "g721_32", SF_FORMAT_G723_24: "g723_24", SF_FORMAT_G723_40: "g723_40",
    SF_FORMAT_DWVW_12: "dwvw_12", SF_FORMAT_DWVW_16: "dwvw_16", SF_FORMAT_DWVW_24: "dwvw_24",
    SF_FORMAT_DWVW_N: "dwvw_n", SF_FORMAT_DPCM_8: "dpcm_8", SF_FORMAT_DPCM_16: "dpcm_16",
    SF_FORMAT_VORBIS: "vorbis", SF_FORMAT_OPUS: "opus", SF_FORMAT_ALAC_16: "alac_16",
    SF_FORMAT_ALAC_20: "alac_20", SF_FORMAT_ALAC_24: "alac_24", SF_FORMAT_ALAC_32: "alac_32",
    SF_FORMAT_MPEG_LAYER_I: "mp1", SF_FORMAT_MPEG_LAYER_II: "mp2", SF_FORMAT_MPEG_LAYER_III: "mp3",
  ]
}
