import Foundation
import SignedJSON

/// The keys that a publisher asks the review team to take in, in place of those that it has.
///
/// ```swift
/// let request = PublisherRequest(repository: id, publisher: publisher, keys: [key.verification], created: .now)
/// let signed = try SignedPublisherRequest(request, signedBy: [key.signer])
/// ```
public struct PublisherRequest: Hashable, Sendable {
    /// The digest of the Center's repository: a request to one Center is not valid at another.
    public let repository: SHA256Hash
    /// The publisher's id.
    public let publisher: PublisherID
    /// The number of keys that must sign a statement.
    public let threshold: Int
    /// The keys by their ids; 1 to 20.
    public let keys: [String: VerificationKey]
    /// The time at which it was made.
    public let created: Date

    /// The maximum length of a request, in bytes.
    public static let maximumLength = 32_768

    /// The prefix of the signed bytes, followed by the request: no signature of it counts for anything else.
    static let signaturePrefix: [UInt8] = Array("atoll-publisher-request-v1".utf8) + [0]

    /// Creates a request.
    ///
    /// - Precondition: `threshold` is from 1 to the number of different keys.
    public init(
        repository: SHA256Hash, publisher: PublisherID, keys: [VerificationKey], threshold: Int = 1, created: Date
    ) {
        self.repository = repository
        self.publisher = publisher
        self.keys = Dictionary(keys.map { ($0.id, $0) }) { first, _ in first }
        self.threshold = threshold
        self.created = created
        precondition(
            (1...max(1, self.keys.count)).contains(threshold), "The threshold must be from 1 to the number of keys.")
    }

    /// The publisher's record with these keys, and the floors of the one before it.
    public func file(after before: PublisherFile?) -> PublisherFile {
        PublisherFile(
            publisher, keys: Array(keys.values), threshold: threshold, floors: before?.floors ?? [:],
            floorsEpochs: before?.floorsEpochs ?? [:])
    }

    /// Whether a publisher's record has these keys.
    public func isTakenIn(by file: PublisherFile) -> Bool {
        file.publisher == publisher && file.threshold == threshold && file.keys == keys
    }

    /// The bytes that are signed: JSON with sorted names, which can be read again for any kind of key.
    var signedBytes: Data {
        let members: [ExactString: JSONValue] = [
            "_type": "publisher-request", "spec": "1", "repository": .string(repository.hex),
            "created": .string(Timestamp.text(created)), "publisher": .string(publisher.rawValue),
            "threshold": .integer(threshold),
            "keys": .object(
                Dictionary(keys.map { (ExactString($0.key), $0.value.json) }, uniquingKeysWith: { first, _ in first })),
        ]
        return Data(JSONValue.object(members).readableBytes)
    }

    /// Parses a request.
    ///
    /// - Throws: ``ReleaseRefusal/malformed(_:_:)``, also if it has the same content in other bytes.
    init(parsing data: Data) throws(ReleaseRefusal) {
        guard data.count <= Self.maximumLength else {
            throw .malformed("request", "it is longer than \(Self.maximumLength) bytes")
        }
        do {
            let value = try JSONValue(parsing: data)
            guard value.readableBytes == [UInt8](data) else {
                throw ReleaseRefusal.malformed("request", "it is not written as requests are")
            }
            try self.init(JSONFields(value))
        } catch let refusal as ReleaseRefusal {
            throw refusal
        } catch {
            throw .malformed("request", String(describing: error))
        }
    }

    private init(_ fields: JSONFields) throws(JSONFieldError) {
        try fields.allowOnly("_type", "spec", "repository", "created", "publisher", "threshold", "keys")
        guard try fields.string("_type") == "publisher-request" else {
            throw fields.error("_type", "must be \"publisher-request\"")
        }
        guard try fields.string("spec") == "1" else { throw fields.error("spec", "must be \"1\"") }
        guard let repository = SHA256Hash(hex: try fields.string("repository")) else {
            throw fields.error("repository", "must be a digest")
        }
        // The rules of keys are those of the file that they are to be in.
        var members = fields.members.filter { ["publisher", "threshold", "keys"].contains($0.key) }
        members["floors"] = .object([:])
        let file = try PublisherFile(JSONFields(.object(members)))
        self.repository = repository
        created = try fields.time("created")
        publisher = file.publisher
        threshold = file.threshold
        keys = file.keys
    }
}
