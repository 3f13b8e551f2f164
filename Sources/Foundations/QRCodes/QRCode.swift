/// A QR code of a text, as a square of dark and light modules (ISO/IEC 18004), with a margin to draw around it.
///
/// ```swift
/// print(try QRCode("https://example.com/preview#v1.ABC").halfBlocks())
/// ```
public struct QRCode: Hashable, Sendable {
    /// The number of modules on a side, without the margin.
    public let side: Int
    /// The modules, row by row: true for dark ones.
    private let modules: [Bool]

    /// The number of light modules on each side of a code, so that readers find it.
    public static let margin = 4
    /// The longest text, in bytes of UTF-8.
    public static let maximumLength = 1_000

    /// Makes the code of a text. About 15% of it may be covered or damaged (error correction level M).
    ///
    /// - Throws: ``QRCodeError``.
    public init(_ text: String) throws(QRCodeError) {
        guard (1...Self.maximumLength).contains(text.utf8.count), !text.utf8.contains(0) else { throw .badLength }
        modules = try Self.modules(of: text)
        side = Self.root(of: modules.count)
    }

    /// Whether the module in a row and a column is dark; those of the margin are light.
    public func isDark(row: Int, column: Int) -> Bool {
        guard (0..<side).contains(row), (0..<side).contains(column) else { return false }
        return modules[row * side + column]
    }

    private static func root(of count: Int) -> Int {
        var side = 0
        while side * side < count { side += 1 }
        return side
    }
}
