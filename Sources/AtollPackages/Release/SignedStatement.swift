import Foundation
import SignedJSON

/// A statement's bytes with the publisher's signatures. Nothing of it is to be believed before ``verified(by:)``.
public struct SignedStatement: Hashable, Sendable {
    /// The statement, byte for byte as it was signed.
    public let bytes: Data
    /// Signatures by the ids of their keys.
    public let signatures: [String: Data]

    /// Signs a statement.
    ///
    /// - Throws: What a signer throws.
    public init(_ statement: ReleaseStatement, signedBy signers: [Signer]) throws {
        try self.init(signing: statement.canonicalBytes, by: signers)
    }

    /// Signs the bytes of a statement anew, such as with the key that follows one that is given up.
    public init(signing bytes: Data, by signers: [Signer]) throws {
        self.bytes = bytes
        let signed = ReleaseStatement.signaturePrefix + bytes
        signatures = Dictionary(
            try signers.map { ($0.key.id, try $0.sign(signed)) }, uniquingKeysWith: { first, _ in first })
    }

    /// The digest of the statement, by which the next one names it.
    public var digest: BlobDigest { BlobDigest(of: bytes) }

    /// The statement, if enough of the publisher's keys have signed it, and it is that publisher's.
    ///
    /// - Throws: ``ReleaseRefusal``.
    public func verified(by publisher: PublisherFile) throws(ReleaseRefusal) -> ReleaseStatement {
        let signed = ReleaseStatement.signaturePrefix + bytes
        let valid = publisher.keys.filter { id, key in
            signatures[id].map { key.verifies($0, over: signed) } ?? false
        }
        // The file of a publisher has each key once, so this counts keys.
        let unknown = signatures.keys.filter { publisher.keys[$0] == nil }
        if valid.isEmpty, unknown.count == signatures.count, !unknown.isEmpty {
            throw .unknownKeys(
                publisher.publisher, signed: unknown.sorted(), known: publisher.keys.keys.sorted())
        }
        guard valid.count >= publisher.threshold else {
            throw .unsigned(publisher.publisher, valid: valid.count, threshold: publisher.threshold)
        }
        let statement = try ReleaseStatement(parsing: bytes)
        guard statement.publisher == publisher.publisher else {
            throw .otherPublisher(statement.publisher, expected: publisher.publisher)
        }
        guard statement.app.belongs(to: statement.publisher) else {
            throw .otherMiniApp(statement.app, expected: "one of \(statement.publisher)")
        }
        return statement
    }
}

extension SignedStatement {
    public var json: JSONValue {
        .object([
            "statement": .string(bytes.base64EncodedString()),
            "signatures": .array(
                signatures.sorted { $0.key < $1.key }.map {
                    .object(["keyid": .string($0.key), "sig": .string($0.value.hexadecimal)])
                }),
        ])
    }

    /// - Throws: ``JSONFieldError`` for the member that is wrong.
    public init(_ fields: JSONFields) throws(JSONFieldError) {
        bytes = try fields.base64("statement")
        var signatures: [String: Data] = [:]
        let values = try fields.array("signatures")
        guard values.count <= 20 else { throw fields.error("signatures", "must be at most 20 signatures") }
        for value in values {
            let entry = try JSONFields(value, at: "signatures")
            guard let signature = Data(hexadecimal: try entry.string("sig")) else {
                throw entry.error("sig", "has to be hexadecimal digits")
            }
            guard signatures.updateValue(signature, forKey: try entry.string("keyid")) == nil else {
                throw entry.error("keyid", "stands twice")
            }
        }
        self.signatures = signatures
    }

    /// Reads what ``json`` writes.
    public init(parsing data: Data) throws(ReleaseRefusal) {
        guard data.count <= ReleaseDescriptor.maximumLength else {
            throw .malformed("statement", "it is longer than \(ReleaseDescriptor.maximumLength) bytes")
        }
        do {
            try self.init(JSONFields(JSONValue(parsing: data)))
        } catch {
            throw .malformed("statement", String(describing: error))
        }
    }
}
