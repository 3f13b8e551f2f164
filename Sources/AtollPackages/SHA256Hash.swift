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

    /// Parses the text form.
    ///
    /// - Returns: nil unless `hex` is 64 lower-case hexadecimal digits.
    public init?(hex: some StringProtocol) {
        guard hex.utf8.count == 64 else { return nil }
        var words: [UInt64] = [0, 0, 0, 0]
        for (index, digit) in hex.utf8.enumerated() {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: return nil
            }
            words[index / 16] = words[index / 16] << 4 | UInt64(value)
        }
        self.words = (words[0], words[1], words[2], words[3])
    }

    /// The 32 bytes.
    public var bytes: Data {
        withUnsafeBytes(of: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)) { Data($0) }
    }

    /// The text form: 64 lower-case hexadecimal digits.
    public var hex: String { bytes.hexadecimal }

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
