/// An offer together with the folder that its files are in.
@dynamicMemberLookup
public struct ReadyMemo: Sendable {
  public let offer: MemoOffer
  public let folder: InboxFolder

  public init(offer: MemoOffer, folder: InboxFolder) {
    self.offer = offer
    self.folder = folder
  }

  public subscript<Value>(dynamicMember path: KeyPath<MemoOffer, Value>) -> Value {
    offer[keyPath: path]
  }
}
