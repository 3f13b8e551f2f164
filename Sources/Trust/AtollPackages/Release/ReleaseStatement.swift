import Crypto
import Foundation
import SignedJSON

/// The statement about a version that its publisher signs: what it is, whom it is for, and which bytes it has.
///
/// A signature over digests alone would let an attacker who controls the Center relabel an old version as a new one, or
/// move code to another mini app, publisher or super app. So the statement contains all of that.
public struct ReleaseStatement: Hashable, Sendable {
    /// The repository it is for: the digest of its first root.
    public var repository: SHA256Hash
    /// The super apps that it is for, by id; 1 to 20.
    public var superApps: [String]
    /// The publisher's id.
    public var publisher: PublisherID
    /// The mini app's id, which begins with the publisher's.
    public var app: MiniAppID
    /// The version; its name has 1 to 50 characters.
    public var version: Manifest.Version
    /// The lowest version code that a device may run from now on; at most this version's.
    public var floor: Int
    /// The lowest platform version that can run it.
    public var minimumPlatform: Int
    /// The digest of `manifest.json`, from which name, entry page and permissions come.
    public var manifest: SHA256Hash
    /// A reference to the list of all files.
    public var files: FileListReference
    /// The digest of the publisher's last statement about this mini app, or nil for the first.
    public var previous: SHA256Hash?
    /// The time at which the statement was created.
    public var created: Date
    /// The time after which the statement is no longer valid.
    public var expires: Date

    /// How long a statement is valid by default: two years, in seconds.
    public static let lifetime: TimeInterval = 2 * 365 * 86_400
    /// The maximum length of a statement, in bytes.
    public static let maximumLength = 1_200
    /// The prefix of the bytes that are signed, so that a signature of a statement is not valid for anything else.
    public static let signaturePrefix: [UInt8] = Array("atoll-release-v1".utf8) + [0]

    /// Creates a statement, unchecked, which by default expires ``lifetime`` after `created`.
    public init(
        repository: SHA256Hash, superApps: [String], publisher: PublisherID, app: MiniAppID,
        version: Manifest.Version, floor: Int, minimumPlatform: Int, manifest: SHA256Hash, files: FileListReference,
        previous: SHA256Hash?, created: Date, expires: Date? = nil
    ) {
        self.repository = repository
        self.superApps = superApps
        self.publisher = publisher
        self.app = app
        self.version = version
        self.floor = floor
        self.minimumPlatform = minimumPlatform
        self.manifest = manifest
        self.files = files
        self.previous = previous
        self.created = created
        self.expires = expires ?? created.addingTimeInterval(Self.lifetime)
    }

    /// Creates a statement about `package`, with the mini app, version, platform and files from it.
    public init(
        of package: MiniAppPackage, repository: SHA256Hash, superApps: [String], publisher: PublisherID, floor: Int,
        previous: SHA256Hash?, created: Date
    ) {
        let list = package.fileList
        let manifest = package.manifest
        guard let manifestDigest = list.digest(ofFileAt: Manifest.path) else {
            preconditionFailure("A package has a manifest: it was made from it.")
        }
        self.init(
            repository: repository, superApps: superApps, publisher: publisher, app: manifest.id,
            version: manifest.version, floor: floor, minimumPlatform: manifest.platform.minimumCode,
            manifest: manifestDigest,
            files: FileListReference(to: list, encoded: list.encoded()), previous: previous, created: created
        )
    }

    /// The canonical bytes of the statement, its only valid form.
    public var canonicalBytes: Data {
        var members: [ExactString: JSONValue] = [
            "_type": "release", "spec": "1", "repository": .string(repository.hex),
            "superApps": .array(superApps.map { .string($0) }), "publisher": .string(publisher.rawValue),
            "app": .string(app.rawValue), "code": .integer(version.code), "name": .string(version.name),
            "floor": .integer(floor), "platform": .object(["minCode": .integer(minimumPlatform)]),
            "manifest": .string(manifest.hex),
            "files": .object([
                "sha256": .string(files.sha256.hex), "length": .integer(files.length), "count": .integer(files.count),
                "bytes": .integer(files.bytes),
            ]),
            "created": .string(Timestamp.text(created)), "expires": .string(Timestamp.text(expires)),
        ]
        members["previous"] = previous.map { .string($0.hex) }
        return Data(JSONValue.object(members).canonicalBytes)
    }

    /// Parses a statement.
    ///
    /// - Throws: ``ReleaseRefusal/malformed(_:_:)``, also if the bytes are not in canonical form.
    public init(parsing data: Data) throws(ReleaseRefusal) {
        guard data.count <= Self.maximumLength else {
            throw .malformed("statement", "it is longer than \(Self.maximumLength) bytes")
        }
        do {
            let value = try JSONValue(parsing: data)
            guard value.canonicalBytes == [UInt8](data) else {
                throw ReleaseRefusal.malformed("statement", "its bytes are not in canonical form")
            }
            try self.init(JSONFields(value))
        } catch let refusal as ReleaseRefusal {
            throw refusal
        } catch {
            throw .malformed("statement", String(describing: error))
        }
    }

    private init(_ fields: JSONFields) throws(JSONFieldError) {
        // An unknown member, such as a misspelt one, would be signed but have no effect.
        try fields.allowOnly(
            "_type", "spec", "repository", "superApps", "publisher", "app", "code", "name", "floor", "platform",
            "manifest", "files", "previous", "created", "expires")
        try fields.object("platform").allowOnly("minCode")
        try fields.object("files").allowOnly("sha256", "length", "count", "bytes")
        guard try fields.string("_type") == "release" else { throw fields.error("_type", "must be \"release\"") }
        guard try fields.string("spec") == "1" else { throw fields.error("spec", "must be \"1\"") }
        let superApps = try fields.strings("superApps")
        guard (1...20).contains(superApps.count), superApps.allSatisfy({ (1...128).contains($0.utf8.count) }) else {
            throw fields.error("superApps", "must list 1 to 20 ids")
        }
        guard let publisher = PublisherID(try fields.string("publisher")) else {
            throw fields.error("publisher", "must be a publisher id such as com.example")
        }
        guard let app = MiniAppID(try fields.string("app")) else {
            throw fields.error("app", "must be a mini app id such as com.example.kudos")
        }
        let codes = 1...Int(Int32.max)
        let code = try fields.integer("code", in: codes)
        let name = try fields.string("name")
        guard (1...50).contains(name.unicodeScalars.count), !name.unicodeScalars.contains(where: \.isControl) else {
            throw fields.error("name", "must be 1 to 50 characters")
        }
        let files = try fields.object("files")
        self.init(
            repository: try fields.digest("repository"), superApps: superApps, publisher: publisher, app: app,
            version: .init(code: code, name: name), floor: try fields.integer("floor", in: 0...code),
            minimumPlatform: try fields.object("platform").integer("minCode", in: codes),
            manifest: try fields.digest("manifest"),
            files: FileListReference(
                sha256: try files.digest("sha256"),
                length: try files.integer("length", in: 1...FileListReference.maximumLength),
                count: try files.integer("count", in: 1...1_000_000),
                bytes: try files.integer("bytes", in: 0...1_000_000_000)
            ),
            previous: fields.has("previous") ? try fields.digest("previous") : nil,
            created: try fields.time("created"), expires: try fields.time("expires")
        )
    }
}

extension JSONFields {
    /// A SHA-256 in hexadecimal digits.
    func digest(_ name: ExactString) throws(JSONFieldError) -> SHA256Hash {
        guard let digest = SHA256Hash(hex: try string(name)) else {
            throw error(name, "must be a SHA-256 digest in 64 hexadecimal digits")
        }
        return digest
    }
}
