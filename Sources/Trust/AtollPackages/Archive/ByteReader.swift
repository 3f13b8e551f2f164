import Foundation

/// Reads little-endian numbers from untrusted bytes; reading past the end gives nil and never traps.
struct ByteReader {
    let bytes: Data
    private(set) var position: Int

    /// - Parameter offset: Where to begin, counted from the start of `bytes`.
    init(_ bytes: Data, at offset: Int = 0) {
        self.bytes = bytes
        position = bytes.startIndex + offset
    }

    mutating func uint16() -> UInt16? {
        take(2).map { UInt16($0[$0.startIndex]) | UInt16($0[$0.startIndex + 1]) << 8 }
    }

    mutating func uint32() -> UInt32? {
        guard let low = uint16(), let high = uint16() else { return nil }
        return UInt32(low) | UInt32(high) << 16
    }

    mutating func take(_ count: Int) -> Data? {
        guard count >= 0, position >= bytes.startIndex, count <= bytes.endIndex - position else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
