import Foundation
import SignedJSON

/// A statement's bytes with the publisher's signatures. Nothing in it can be trusted before ``verified(by:)``.
public struct SignedStatement: Hashable, Sendable {
    /// The statement, byte for byte as it was signed.
    public let bytes: Data
    private let signed: Signatures

    /// The signatures, by the ids of their keys.
    public var signatures: [String: Data] { signed.values }

    /// Signs a statement.
    ///
    /// - Throws: Any error from a signer.
    public init(_ statement: ReleaseStatement, signedBy signers: [Signer]) throws {
        try self.init(signing: statement.canonicalBytes, by: signers)
    }

    /// Signs the bytes of an existing statement, for example with the key that replaces another one.
    public init(signing bytes: Data, by signers: [Signer]) throws {
        self.bytes = bytes
        signed = try Signatures(of: ReleaseStatement.signaturePrefix + bytes, by: signers)
    }

    /// The digest of the statement, by which the next one refers to it.
    public var digest: SHA256Hash { SHA256Hash(of: bytes) }

    /// The statement, if enough of the publisher's keys have signed it and it belongs to that publisher.
    ///
    /// - Throws: ``ReleaseRefusal``.
    public func verified(by publisher: PublisherFile) throws(ReleaseRefusal) -> ReleaseStatement {
        let signedBytes = ReleaseStatement.signaturePrefix + bytes
        let valid = publisher.keys.values.filter { signed.isValid(by: $0, over: signedBytes) }
        // A publisher's file lists each key once, so this counts keys.
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
    /// The statement and its signatures as JSON.
    public var json: JSONValue {
        .object([
            "statement": .string(bytes.base64EncodedString()),
            "signatures": signed.json,
        ])
    }

    /// Reads what ``json`` contains.
    ///
    /// - Throws: ``JSONFieldError`` that names the invalid member.
    public init(_ fields: JSONFields) throws(JSONFieldError) {
        bytes = try fields.base64("statement")
        signed = try Signatures(in: fields, limit: 20)
    }

    /// Parses the bytes of what ``json`` contains, at most ``ReleaseDescriptor/maximumLength``.
    ///
    /// - Throws: ``ReleaseRefusal/malformed(_:_:)``.
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
