import Foundation

/// A string that equals another one only if their bytes are equal.
///
/// Swift's own comparison treats `é` as one scalar and `é` as two scalars as equal. In signed data, they are two names.
public struct ExactString: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The string itself.
    public let text: String

    /// Creates a string that is compared by bytes.
    public init(_ text: String) { self.text = text }

    /// Creates a string that is compared by bytes.
    public init(stringLiteral value: String) { text = value }

    public var description: String { text }

    public static func == (left: ExactString, right: ExactString) -> Bool {
        withBytes(left, right) { $0.count == $1.count && order($0, $1) == 0 }
    }

    /// Compares by bytes, which for UTF-8 is the order of code points.
    public static func < (left: ExactString, right: ExactString) -> Bool {
        withBytes(left, right) { left, right in
            let order = order(left, right)
            return order == 0 ? left.count < right.count : order < 0
        }
    }

    /// Passes both texts as UTF-8, so that they are compared by `memcmp`. Comparing byte by byte is slow in debug builds.
    private static func withBytes(
        _ left: ExactString, _ right: ExactString,
        _ compare: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        var (left, right) = (left.text, right.text)
        return left.withUTF8 { left in right.withUTF8 { right in compare(left, right) } }
    }

    /// Compares the bytes up to the length of the shorter text. Returns a negative number, zero or a positive number.
    private static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard let first = left.baseAddress, let second = right.baseAddress else { return 0 }
        return memcmp(first, second, min(left.count, right.count))
    }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8(0xff))
    }
}
