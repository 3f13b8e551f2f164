/// A string that equals another one only if their bytes are equal.
///
/// Swift's own comparison treats `é` as one scalar and as two as equal. In signed data they are two names.
public struct ExactString: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The string itself.
    public let text: String

    /// Creates a string that is compared by bytes.
    public init(_ text: String) { self.text = text }

    /// Creates a string that is compared by bytes.
    public init(stringLiteral value: String) { text = value }

    public var description: String { text }

    public static func == (left: ExactString, right: ExactString) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Compares by bytes, which for UTF-8 is the order of code points.
    public static func < (left: ExactString, right: ExactString) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8(0xff))
    }
}
