/// A string that is equal to another one if their bytes are.
///
/// Swift's own comparison holds `é` in one scalar and in two for equal. In signed data they are two names.
public struct ExactString: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let text: String

    public init(_ text: String) { self.text = text }

    public init(stringLiteral value: String) { text = value }

    public var description: String { text }

    public static func == (left: ExactString, right: ExactString) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// By bytes, which for UTF-8 is by code points.
    public static func < (left: ExactString, right: ExactString) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8(0xff))
    }
}
