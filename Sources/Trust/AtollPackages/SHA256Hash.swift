import Crypto
import Foundation
import SignedJSON

/// A SHA-256 hash: the name of a blob, and what is stored instead of a secret.
///
/// Its text form is 64 lower-case hexadecimal digits.
public struct SHA256Hash: Hashable, Sendable {
    // The 32 bytes, as big-endian words: comparing and hashing them needs no memory.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Hashes `data`.
    public init(of data: some DataProtocol) {
        self.init(SHA256.hash(data: data))
    }

    /// Takes over the result of a hash function.
    public init(_ digest: SHA256.Digest) {
        words = digest.withUnsafeBytes { bytes in
            func word(_ index: Int) -> UInt64 {
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
            }
            return (word(0), word(1), word(2), word(3))
        }
    }

    /// Takes the 32 bytes of a hash; nil if there are not as many.
    public init?(bytes: Data) {
        guard bytes.count == 32 else { return nil }
        words = bytes.withUnsafeBytes { bytes in
            func word(_ index: Int) -> UInt64 {
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
            }
            return (word(0), word(1), word(2), word(3))
        }
    }

    /// Parses the text form.
    ///
    /// - Returns: nil unless `hex` is 64 lower-case hexadecimal digits.
    public init?(hex: some StringProtocol) {
        let found =
            hex.utf8.withContiguousStorageIfAvailable(Self.words) ?? Array(hex.utf8).withUnsafeBufferPointer(Self.words)
        guard let found else { return nil }
        words = found
    }

    /// Opening a mini app parses the hash of each of its files, and spells it as the name of a blob: so neither
    /// allocates memory for a digit.
    private static func words(_ digits: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64, UInt64, UInt64)? {
        guard digits.count == 64 else { return nil }
        func word(_ start: Int) -> UInt64? {
            var word: UInt64 = 0
            for index in start..<start + 16 {
                let digit = digits[index]
                let value: UInt8
                switch digit {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
                case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
                default: return nil
                }
                word = word << 4 | UInt64(value)
            }
            return word
        }
        guard let first = word(0), let second = word(16), let third = word(32), let fourth = word(48) else {
            return nil
        }
        return (first, second, third, fourth)
    }

    /// The 32 bytes.
    public var bytes: Data {
        withUnsafeBytes(of: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)) { Data($0) }
    }

    /// The text form: 64 lower-case hexadecimal digits.
    public var hex: String {
        String(unsafeUninitializedCapacity: 64) { digits in
            func spell(_ word: UInt64, at start: Int) {
                for place in 0..<16 {
                    let value = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * place) & 15)
                    digits[start + place] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
                }
            }
            spell(words.0, at: 0)
            spell(words.1, at: 16)
            spell(words.2, at: 32)
            spell(words.3, at: 48)
            return 64
        }
    }

    public static func == (left: SHA256Hash, right: SHA256Hash) -> Bool { left.words == right.words }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}

extension SHA256Hash: CustomStringConvertible {
    public var description: String { hex }
}

extension SHA256Hash: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let digest = SHA256Hash(hex: text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "Expected a SHA-256 digest of 64 digits 0-9 and a-f.")
            )
        }
        self = digest
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}
