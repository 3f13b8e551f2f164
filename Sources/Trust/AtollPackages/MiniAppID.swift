/// The identifier of a mini app in its manifest, in the Center, in URLs and on disk.
///
/// An id is a reverse domain name in lower case, `com.example.kudos`: at least two labels of ASCII letters, digits,
/// hyphens and underscores, separated by dots, each beginning and ending with a letter or a digit, at most 128 bytes in
/// all. (The W3C draft leaves the form open. Lower case only, so that no two ids collide where a file system, a domain
/// name or a user ignores case.)
public struct MiniAppID: Hashable, Sendable {
    /// The id as text.
    public let rawValue: String

    /// The maximum length of an id, in bytes.
    public static let maximumLength = 128

    /// Parses an id, or returns nil if `text` does not have the form above.
    ///
    /// - Complexity: O(*n*) in the length of `text`, and O(1) beyond ``maximumLength``.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.allSatisfy(Self.isLabel) else { return nil }
        rawValue = text
    }

    /// Whether this mini app belongs to `publisher`: its id begins with the publisher's id and a dot.
    public func belongs(to publisher: PublisherID) -> Bool {
        rawValue.hasPrefix(publisher.rawValue + ".")
    }

    static func isLabel(_ label: Substring.UTF8View) -> Bool {
        guard let first = label.first, let last = label.last else { return false }
        return isAlphanumeric(first) && isAlphanumeric(last)
            && label.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension MiniAppID: CustomStringConvertible, Comparable {
    public var description: String { rawValue }

    public static func < (left: MiniAppID, right: MiniAppID) -> Bool { left.rawValue < right.rawValue }
}

extension MiniAppID: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let id = MiniAppID(text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "\"\(text.prefix(200))\" is not a valid mini app id")
            )
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
