import Foundation
import SignedJSON

/// A ``PublisherRequest`` with its signatures. Nothing in it can be trusted before ``verified()``.
public struct SignedPublisherRequest: Hashable, Sendable {
    private let bytes: Data
    private let signatures: [String: Data]

    /// The maximum length of the JSON, in bytes.
    public static let maximumLength = 60_000

    /// Signs a request: with each of the keys that it asks for, and with those that it replaces, if they are there.
    ///
    /// - Throws: Any error from a signer.
    public init(_ request: PublisherRequest, signedBy signers: [Signer]) throws {
        bytes = request.signedBytes
        let signed = PublisherRequest.signaturePrefix + bytes
        signatures = Dictionary(
            try signers.map { ($0.key.id, try $0.sign(signed)) }, uniquingKeysWith: { first, _ in first })
    }

    /// The request, if each of its keys has signed it: whoever asks for a key has it.
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

    /// The request as it stands there, which nobody may have signed.
    ///
    /// - Throws: ``ReleaseRefusal/malformed(_:_:)``.
    package func unverified() throws(ReleaseRefusal) -> PublisherRequest { try PublisherRequest(parsing: bytes) }

    /// Whether as many of a publisher's present keys have signed it as must sign a statement: without that, whoever asks
    /// says that they are the publisher, and the review team has to find out.
    public func isConfirmed(by file: PublisherFile) -> Bool {
        file.keys.values.count(where: isSigned) >= file.threshold
    }

    private func isSigned(by key: VerificationKey) -> Bool {
        signatures[key.id].map { key.verifies($0, over: PublisherRequest.signaturePrefix + bytes) } ?? false
    }

    /// The request and its signatures as JSON.
    public var encoded: Data {
        Data(
            JSONValue.object([
                "request": .string(bytes.base64EncodedString()),
                "signatures": .array(
                    signatures.sorted { $0.key < $1.key }.map {
                        .object(["keyid": .string($0.key), "sig": .string($0.value.hexadecimal)])
                    }),
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
            let values = try fields.array("signatures")
            guard values.count <= 40 else { throw fields.error("signatures", "must list at most 40 signatures") }
            var signatures: [String: Data] = [:]
            for value in values {
                let entry = try JSONFields(value, at: "signatures")
                guard let signature = Data(hexadecimal: try entry.string("sig")) else {
                    throw entry.error("sig", "must be hexadecimal digits")
                }
                guard signatures.updateValue(signature, forKey: try entry.string("keyid")) == nil else {
                    throw entry.error("keyid", "appears twice")
                }
            }
            self.signatures = signatures
        } catch {
            throw .malformed("request", String(describing: error))
        }
    }
}
