/// Text from outside: valid UTF-8 of a bounded length, on which no operation of `String` takes more than linear time.
///
/// Swift compares and hashes strings in normal form. A long run of combining marks in mixed order takes quadratic time
/// to normalize, so one request of 60 kB can occupy a processor for a second, in any comparison, dictionary or `split`.
/// A parser creates a `ForeignText` from the bytes it has read, and hands on its ``text``, which is safe to use as any
/// other string.
///
/// ```swift
/// let name = try ForeignText(bytes, maximumBytes: 200)
/// members[name] = value  // compared and hashed by bytes
/// ```
///
/// Equality, order and hashes are those of the bytes: `é` as one scalar and as two are different texts.
///
/// Source: Unicode Standard Annex #15, section 13 (Stream-Safe Text Format).
public struct ForeignText: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The longest run of combining marks in a text. Real text has at most seven or eight.
    public static let longestRun = 30

    /// The text as a string.
    public let text: String

    /// Checks bytes from outside.
    ///
    /// - Parameter maximumBytes: The greatest length that is accepted, in bytes.
    /// - Throws: ``ForeignTextError``, which describes what is wrong.
    /// - Complexity: O(*n*) in the bytes, at most `maximumBytes`.
    public init(_ bytes: some Collection<UInt8>, maximumBytes: Int = .max) throws(ForeignTextError) {
        guard bytes.count <= maximumBytes else { throw .tooLong(limit: maximumBytes) }
        let text = String(decoding: bytes, as: UTF8.self)
        // Decoding replaces bytes that are not UTF-8.
        guard text.utf8.elementsEqual(bytes) else { throw .notUTF8 }
        try self.init(text)
    }

    /// Checks a string that another library has made from bytes from outside.
    ///
    /// - Parameter maximumBytes: The greatest length that is accepted, in bytes of UTF-8.
    /// - Throws: ``ForeignTextError``, which describes what is wrong.
    /// - Complexity: O(*n*) in the bytes, at most `maximumBytes`.
    public init(_ text: String, maximumBytes: Int = .max) throws(ForeignTextError) {
        guard text.utf8.count <= maximumBytes else { throw .tooLong(limit: maximumBytes) }
        if let offset = text.excessiveMark { throw .tooManyMarks(at: offset) }
        self.text = text
    }

    /// Reads bytes that must be shown in any case, such as a file under review. Bytes that are not UTF-8, and each
    /// combining mark beyond ``longestRun``, become U+FFFD, which is visible.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public init(repairing bytes: some Collection<UInt8>) {
        self.init(repairing: String(decoding: bytes, as: UTF8.self))
    }

    /// Repairs a string that was made from bytes from outside, as ``init(repairing:)-(Collection<UInt8>)`` does.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public init(repairing text: String) { self.text = text.excessiveMark == nil ? text : text.withoutExcessiveMarks }

    public var description: String { text }

    public static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    /// Compares by bytes, which for UTF-8 is the order of code points.
    public static func < (left: Self, right: Self) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8(0xff))
    }
}
