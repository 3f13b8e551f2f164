import Crypto
import Foundation
import SignedJSON

/// The target of a mini app: its live releases, each the publisher's statement with what the operator decides.
///
/// The operator can narrow what the publisher says (deny a permission, ask for a newer host, begin with a part of the
/// devices), never widen it.
public struct ReleaseDescriptor: Hashable, Sendable {
    public var app: MiniAppID
    /// At most two: the current one and the one that is being rolled out.
    public var releases: [Release]

    /// A release, as its operator has it.
    public struct Release: Hashable, Sendable {
        public var statement: SignedStatement
        public var state: State
        /// How many of 10,000 devices get it.
        public var permyriad: Int
        /// With what devices are mixed, so that it is not always the same ones that come first.
        public var salt: String
        /// Permissions of the manifest that it does not get.
        public var permissionsDenied: [String]
        /// The oldest version of the host that runs it, or nil for any.
        public var minimumHost: String?
        public var approved: Date

        public init(
            _ statement: SignedStatement, state: State = .live, permyriad: Int = 10_000, salt: String,
            permissionsDenied: [String] = [], minimumHost: String? = nil, approved: Date
        ) {
            self.statement = statement
            self.state = state
            self.permyriad = permyriad
            self.salt = salt
            self.permissionsDenied = permissionsDenied
            self.minimumHost = minimumHost
            self.approved = approved
        }

        /// Whether a device is among those that get the release: the SHA-256 of the salt and the device's install id, as a
        /// number, modulo 10,000, is below ``permyriad``.
        public func includes(installID: String) -> Bool {
            let digest = SHA256.hash(data: Data((salt + installID).utf8))
            return digest.reduce(0) { ($0 << 8 + Int($1)) % 10_000 } < permyriad
        }
    }

    public enum State: String, Hashable, Sendable {
        case live
        /// Taken back: no device begins to run it.
        case withdrawn
    }

    /// The longest descriptor, in bytes.
    public static let maximumLength = 4_096
    public static let maximumReleases = 2

    public init(app: MiniAppID, releases: [Release]) {
        self.app = app
        self.releases = releases
    }

    /// The path of a mini app's target in the repository.
    public static func path(of app: MiniAppID) -> String { "releases/\(app).json" }

    /// The descriptor's bytes.
    public func encoded() -> Data {
        let releases = releases.map { release -> JSONValue in
            guard case .object(var members) = release.statement.json else { return .null }
            members["state"] = .string(release.state.rawValue)
            members["permyriad"] = .integer(release.permyriad)
            members["salt"] = .string(release.salt)
            members["permissionsDenied"] = .array(release.permissionsDenied.map { .string($0) })
            members["hosts"] = .object(release.minimumHost.map { ["min": .string($0)] } ?? [:])
            members["approved"] = .string(Timestamp.text(release.approved))
            return .object(members)
        }
        return Data(
            JSONValue.object(["app": .string(app.rawValue), "releases": .array(releases)]).readableBytes)
    }

    /// Reads a descriptor.
    ///
    /// - Throws: ``ReleaseRefusal/malformed(_:_:)``.
    public init(parsing data: Data) throws(ReleaseRefusal) {
        guard data.count <= Self.maximumLength else {
            throw .malformed("descriptor", "it is longer than \(Self.maximumLength) bytes")
        }
        do {
            let fields = try JSONFields(JSONValue(parsing: data))
            guard let app = MiniAppID(try fields.string("app")) else {
                throw fields.error("app", "is not a mini app's id")
            }
            let values = try fields.array("releases")
            guard values.count <= Self.maximumReleases else {
                throw fields.error("releases", "must be at most \(Self.maximumReleases) releases")
            }
            self.init(app: app, releases: try values.map { try Release(JSONFields($0, at: "releases")) })
        } catch {
            throw .malformed("descriptor", String(describing: error))
        }
    }
}

extension ReleaseDescriptor.Release {
    fileprivate init(_ fields: JSONFields) throws(JSONFieldError) {
        guard let state = ReleaseDescriptor.State(rawValue: try fields.string("state")) else {
            throw fields.error("state", "must be \"live\" or \"withdrawn\"")
        }
        let denied = try fields.strings("permissionsDenied")
        let hosts = try fields.object("hosts")
        let salt = try fields.string("salt")
        guard denied.count <= 100, salt.utf8.count <= 64 else { throw fields.error("salt", "is too long") }
        self.init(
            try SignedStatement(fields), state: state, permyriad: try fields.integer("permyriad", in: 0...10_000),
            salt: salt, permissionsDenied: denied, minimumHost: hosts.has("min") ? try hosts.string("min") : nil,
            approved: try fields.time("approved")
        )
    }
}
