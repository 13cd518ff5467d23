/// Programs for tests that stand for one that misbehaves.
public enum ScriptedProgram {
  /// An executable script of the shell. Answers its path.
  public static func shell(_ script: String, in folder: TemporaryFolder) -> String {
    make("#!/bin/sh\n\(script)\n", in: folder)
  }

  /// An executable script of Perl, which is on every Debian system.
  public static func perl(_ script: String, in folder: TemporaryFolder) -> String {
    make("#!/usr/bin/perl\n\(script)\n", in: folder)
  }

  /// Another process writes the file: a descriptor of ours that is open for writing could be inherited for a moment by
  /// a child of a test next to this one, and the script could not be run ("Text file busy").
  private static func make(_ text: String, in folder: TemporaryFolder) -> String {
    let path = folder["program.\(UInt32.random(in: .min ... .max))"]
    let outcome = BuiltProgram.run(
      "/bin/sh", ["-c", #"cat >"$1" && chmod 755 "$1""#, "sh", path], input: Array(text.utf8))
    precondition(outcome.status == 0, outcome.errors)
    return path
  }
}
