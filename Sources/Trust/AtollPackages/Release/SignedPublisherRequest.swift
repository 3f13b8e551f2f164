import Foundation
import SignedJSON

/// A ``PublisherRequest`` with its signatures. Nothing in it can be trusted before ``verified()``.
public struct SignedPublisherRequest: Hashable, Sendable {
    private let bytes: Data
    private let signatures: Signatures

    /// The maximum length of the JSON, in bytes.
    public static let maximumLength = 60_000

    /// Signs a request: with each of the keys that it asks for, and with those that it replaces, if they are there.
    ///
    /// - Throws: Any error from a signer.
    public init(_ request: PublisherRequest, signedBy signers: [Signer]) throws {
        bytes = request.signedBytes
        signatures = try Signatures(of: PublisherRequest.signaturePrefix + bytes, by: signers)
    }

    /// Returns the request, if each of its keys has signed it: the sender has every key that is asked for.
    ///
    /// - Throws: ``ReleaseRefusal/malformed(_:_:)`` or ``ReleaseRefusal/unsigned(_:valid:threshold:)``.
    public func verified() throws(ReleaseRefusal) -> PublisherRequest {
        let request = try PublisherRequest(parsing: bytes)
        let valid = request.keys.values.count(where: isSigned)
        guard valid == request.keys.count else {
            throw .unsigned(request.publisher, valid: valid, threshold: request.keys.count)
        }
        return request
    }

    /// Returns the request without a check of its signatures.
    ///
    /// - Throws: ``ReleaseRefusal/malformed(_:_:)``.
    package func unverified() throws(ReleaseRefusal) -> PublisherRequest { try PublisherRequest(parsing: bytes) }

    /// Whether enough of a publisher's present keys have signed it, as for a statement: otherwise, the sender only
    /// claims to be the publisher, and the review team has to find out.
    public func isConfirmed(by file: PublisherFile) -> Bool {
        file.keys.values.count(where: isSigned) >= file.threshold
    }

    private func isSigned(by key: VerificationKey) -> Bool {
        signatures.isValid(by: key, over: PublisherRequest.signaturePrefix + bytes)
    }

    /// The request and its signatures as JSON.
    public var encoded: Data {
        Data(
            JSONValue.object([
                "request": .string(bytes.base64EncodedString()),
                "signatures": signatures.json,
            ]).readableBytes)
    }

    /// Parses what ``encoded`` contains, with at most 40 signatures.
    ///
    /// - Throws: ``ReleaseRefusal/malformed(_:_:)``.
    public init(parsing data: Data) throws(ReleaseRefusal) {
        guard data.count <= Self.maximumLength else {
            throw .malformed("request", "it is longer than \(Self.maximumLength) bytes")
        }
        do {
            let fields = try JSONFields(JSONValue(parsing: data))
            try fields.allowOnly("request", "signatures")
            bytes = try fields.base64("request")
            signatures = try Signatures(in: fields, limit: 40)
        } catch {
            throw .malformed("request", String(describing: error))
        }
    }
}
