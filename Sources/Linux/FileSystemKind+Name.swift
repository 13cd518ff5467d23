extension FileSystemKind {
  /// As mount(8) calls it; nil for one that is not named here.
  public var name: String? {
    switch self {
    case .nfs: "nfs"
    case .smb2, .cifs: "cifs"
    case .fuse: "fuse"
    case .nineP: "9p"
    case .ceph: "ceph"
    case .afs: "afs"
    default: nil
    }
  }
}
