import CLibAV

/// The codecs that may be decoded: the name that is stored, and libavcodec's decoder of that codec.
struct CodecNames {
  let codec: String
  let decoder: String

  /// Nil for a codec that is none of them.
  init?(_ identifier: AVCodecID) {
    guard let entry = CodecNames.table.first(where: { $0.0 == identifier }) else { return nil }
    codec = entry.1
    decoder = entry.2
  }

  /// For `codec_whitelist`.
  static var allDecoders: String { table.map(\.2).joined(separator: ",") }

  // Integers are stored alike in either byte order, so the names do not say which.
  private static let table: [(AVCodecID, String, String)] = [
    (AV_CODEC_ID_AAC, "aac", "aac"), (AV_CODEC_ID_ALAC, "alac", "alac"),
    (AV_CODEC_ID_AMR_NB, "amr_nb", "amrnb"), (AV_CODEC_ID_AMR_WB, "amr_wb", "amrwb"),
    (AV_CODEC_ID_OPUS, "opus", "opus"), (AV_CODEC_ID_VORBIS, "vorbis", "vorbis"),
    (AV_CODEC_ID_FLAC, "flac", "flac"), (AV_CODEC_ID_MP3, "mp3", "mp3float"),
    (AV_CODEC_ID_MP2, "mp2", "mp2float"), (AV_CODEC_ID_SPEEX, "speex", "speex"),
    (AV_CODEC_ID_WMAV1, "wmav1", "wmav1"), (AV_CODEC_ID_WMAV2, "wmav2", "wmav2"),
    (AV_CODEC_ID_WMAPRO, "wmapro", "wmapro"), (AV_CODEC_ID_WMAVOICE, "wmavoice", "wmavoice"),
    (AV_CODEC_ID_WMALOSSLESS, "wmalossless", "wmalossless"),
    (AV_CODEC_ID_QCELP, "qcelp", "qcelp"), (AV_CODEC_ID_EVRC, "evrc", "evrc"),
    (AV_CODEC_ID_GSM_MS, "gsm610", "gsm_ms"), (AV_CODEC_ID_ADPCM_G722, "g722", "g722"),
    (AV_CODEC_ID_ADPCM_G726, "g726", "g726"),
    (AV_CODEC_ID_ADPCM_IMA_WAV, "ima_adpcm", "adpcm_ima_wav"),
    (AV_CODEC_ID_ADPCM_IMA_QT, "ima_adpcm", "adpcm_ima_qt"),
    (AV_CODEC_ID_ADPCM_MS, "ms_adpcm", "adpcm_ms"),
    (AV_CODEC_ID_PCM_ALAW, "alaw", "pcm_alaw"), (AV_CODEC_ID_PCM_MULAW, "ulaw", "pcm_mulaw"),
    (AV_CODEC_ID_PCM_U8, "pcm_u8", "pcm_u8"), (AV_CODEC_ID_PCM_S8, "pcm_s8", "pcm_s8"),
    (AV_CODEC_ID_PCM_S16LE, "pcm_s16", "pcm_s16le"),
    (AV_CODEC_ID_PCM_S16BE, "pcm_s16", "pcm_s16be"),
    (AV_CODEC_ID_PCM_S24LE, "pcm_s24", "pcm_s24le"),
    (AV_CODEC_ID_PCM_S24BE, "pcm_s24", "pcm_s24be"),
    (AV_CODEC_ID_PCM_S32LE, "pcm_s32", "pcm_s32le"),
    (AV_CODEC_ID_PCM_S32BE, "pcm_s32", "pcm_s32be"),
    (AV_CODEC_ID_PCM_F32LE, "pcm_f32", "pcm_f32le"),
    (AV_CODEC_ID_PCM_F32BE, "pcm_f32", "pcm_f32be"),
    (AV_CODEC_ID_PCM_F64LE, "pcm_f64", "pcm_f64le"),
    (AV_CODEC_ID_PCM_F64BE, "pcm_f64", "pcm_f64be"),
  ]
}
