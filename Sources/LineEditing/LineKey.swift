import CEdit

/// What a key does in a line that sends more than a character; whatever is not named here does nothing.
enum LineKey {
  /// For the editor, by what stands behind the escape: as xterm, the Linux console, rxvt, screen and tmux send it.
  static func command(_ sequence: String) -> Int32? {
    switch sequence {
    case "[D", "OD": Int32(MM_EDIT_LEFT)
    case "[C", "OC": Int32(MM_EDIT_RIGHT)
    case "[1;5D", "[1;3D", "[5D", "Od", "\u{1B}[D", "b", "B": Int32(MM_EDIT_WORD_LEFT)
    case "[1;5C", "[1;3C", "[5C", "Oc", "\u{1B}[C", "f", "F": Int32(MM_EDIT_WORD_RIGHT)
    case "[H", "OH", "[1~", "[7~": Int32(MM_EDIT_HOME)
    case "[F", "OF", "[4~", "[8~": Int32(MM_EDIT_END)
    case "[3~": Int32(MM_EDIT_DELETE)
    case "\u{7F}", "\u{08}": Int32(MM_EDIT_DELETE_WORD_LEFT)
    case "d", "D", "[3;5~", "[3^": Int32(MM_EDIT_DELETE_WORD_RIGHT)
    default: nil
    }
  }

  /// Whether a control character that is typed means something in a line: the usual ones do, such as Ctrl-A.
  static func isKnown(_ control: UnicodeScalar) -> Bool {
    switch control {
    case "\u{01}", "\u{02}", "\u{03}", "\u{04}", "\u{05}", "\u{06}", "\u{08}", "\t", "\n", "\u{0B}",
      "\u{0C}", "\r", "\u{14}", "\u{15}", "\u{17}", "\u{19}", "\u{1A}", "\u{7F}":
      true
    default: false
    }
  }
}
