import Crypto
import Foundation
import SignedJSON

/// The SHA-256 of a blob's bytes, which is the blob's name.
public struct BlobDigest: Hashable, Sendable {
    /// 64 hexadecimal digits, in lower case.
    public let hex: String

    /// The digest of `data`.
    public init(of data: some DataProtocol) {
        self.init(SHA256.hash(data: data))
    }

    /// A digest that a hash function has just computed.
    public init(_ digest: SHA256.Digest) {
        hex = digest.hexadecimal
    }

    /// The digest that `hex` spells, or nil unless it is 64 hexadecimal digits in lower case.
    public init?(hex: some StringProtocol) {
        guard
            hex.utf8.count == 64,
            hex.utf8.allSatisfy({
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            })
        else { return nil }
        self.hex = String(hex)
    }
}

extension BlobDigest: CustomStringConvertible {
    public var description: String { hex }
}

extension BlobDigest: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let digest = BlobDigest(hex: text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "A SHA-256 is 64 digits of 0-9 and a-f.")
            )
        }
        self = digest
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}
