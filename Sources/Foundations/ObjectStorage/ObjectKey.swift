/// The name of an object: components of letters, digits, `.`, `_` and `-`, separated by slashes; at most 512 bytes.
///
/// The keys of a Center are the paths below its own URL, so that a CDN may take either the Center or the bucket as its
/// origin.
package struct ObjectKey: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let text: String

    package static let maximumLength = 512

    /// - Returns: nil if the text is not a key.
    package init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count) else { return nil }
        for component in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard !component.isEmpty, component.allSatisfy(Self.isAllowed),
                component.contains(where: { $0 != UInt8(ascii: ".") })
            else { return nil }
        }
        self.text = text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    package var description: String { text }

    package static func < (one: ObjectKey, other: ObjectKey) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }
}
