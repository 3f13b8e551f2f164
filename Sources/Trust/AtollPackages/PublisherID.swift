/// The identifier of a publisher of mini apps: a reverse domain name such as `com.example`, in the form of a
/// ``MiniAppID``. It has at least two labels, because one alone would cover a whole top-level domain.
public struct PublisherID: Hashable, Sendable, CustomStringConvertible {
    /// The id as text.
    public let rawValue: String

    /// Parses an id, or returns nil if `text` is not a reverse domain name in lower case.
    public init?(_ text: String) {
        guard text.utf8.count <= MiniAppID.maximumLength else { return nil }
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.allSatisfy(MiniAppID.isLabel) else { return nil }
        // Hosts use ids with this prefix for previews.
        guard !text.hasPrefix(MiniAppID.previewPrefix) else { return nil }
        rawValue = text
    }

    /// Whether the two ids are equal, or one begins with the other: a mini app could then belong to both.
    public func overlaps(_ other: PublisherID) -> Bool {
        self == other || rawValue.hasPrefix(other.rawValue + ".") || other.rawValue.hasPrefix(rawValue + ".")
    }

    public var description: String { rawValue }
}

extension PublisherID: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let id = PublisherID(text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "\"\(text.prefix(200))\" is not a valid publisher id")
            )
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
