import CLinux

/// What kind of file system an open file is on, by its magic number (statfs(2)).
public struct FileSystemKind: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }

  public init(of descriptor: borrowing Descriptor) {
    rawValue = mm_file_system_magic(descriptor.number)
  }

  public static let nfs = FileSystemKind(rawValue: 0x6969)
  public static let smb2 = FileSystemKind(rawValue: 0xFE53_4D42)
  public static let cifs = FileSystemKind(rawValue: 0xFF53_4D42)
  public static let fuse = FileSystemKind(rawValue: 0x6573_5546)
  public static let nineP = FileSystemKind(rawValue: 0x0102_1997)
  public static let ceph = FileSystemKind(rawValue: 0x00C3_6400)
  public static let afs = FileSystemKind(rawValue: 0x5346_414F)

  public static let fat = FileSystemKind(rawValue: 0x4D44)
  public static let exfat = FileSystemKind(rawValue: 0x2011_BAB0)

  /// Inode numbers are made up at each mount here, or may be: of cards always, and recorders without a clock give all files
  /// on one a single time; of these network file systems and of FUSE where the other side has none to give (mount.cifs(8),
  /// "noserverino").
  public var renumbersFiles: Bool {
    [.fat, .exfat, .fuse, .smb2, .cifs, .nineP].contains(self)
  }

  /// Changes made by other machines raise no inotify event here.
  public var mayChangeUnseen: Bool {
    [.nfs, .smb2, .cifs, .fuse, .nineP, .ceph, .afs].contains(self)
  }
}
