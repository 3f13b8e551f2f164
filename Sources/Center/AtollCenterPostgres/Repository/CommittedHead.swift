import ObjectStorage
import TUF

/// The trace that a commit leaves in the bucket: an object with the timestamp, whose key has the head's numbers.
struct CommittedHead: Sendable {
    static let prefix = "heads/"

    let key: ObjectKey
    let number: Int
    let rootVersion: Int

    init(_ head: RepositoryHead) throws {
        guard let key = ObjectKey("\(Self.prefix)\(head.number).\(head.rootVersion).timestamp.json") else {
            throw TUFError.storage("the head \(head.number) has no key")
        }
        self.key = key
        number = head.number
        rootVersion = head.rootVersion
    }

    /// - Returns: nil if it is the key of something else.
    init?(_ key: ObjectKey) {
        let parts = key.text.dropFirst(Self.prefix.count).split(separator: ".")
        guard key.text.hasPrefix(Self.prefix), parts.count == 4, let number = Int(parts[0]), let root = Int(parts[1])
        else { return nil }
        self.key = key
        self.number = number
        rootVersion = root
    }
}
