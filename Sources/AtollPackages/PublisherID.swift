/// Who publishes mini apps: a reversed domain name such as `com.example`, in the form of a ``MiniAppID`` but of two
/// labels or more: one alone would be a whole top-level domain's.
public struct PublisherID: Hashable, Sendable, CustomStringConvertible {
    /// The id as text.
    public let rawValue: String

    /// The id that `text` spells, or nil where it is not a reversed domain name in lower case.
    public init?(_ text: String) {
        guard text.utf8.count <= MiniAppID.maximumLength else { return nil }
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.allSatisfy(MiniAppID.isLabel) else { return nil }
        rawValue = text
    }

    public var description: String { rawValue }
}
