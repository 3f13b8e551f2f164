import Crypto
import Foundation
import SignedJSON

/// The target of a mini app: its releases, each with the publisher's statement and the operator's decisions.
///
/// The operator can restrict what the publisher allows (deny a permission, require a newer host, begin with some of the
/// devices), but never extend it.
public struct ReleaseDescriptor: Hashable, Sendable {
    /// The mini app's id.
    public var app: MiniAppID
    /// Whether the mini app is suspected: then all of its releases are withdrawn for as long as that lasts.
    public var isQuarantined: Bool
    /// At most two: the current release and one that is being rolled out.
    public var releases: [Release]

    /// A release, with the operator's decisions.
    public struct Release: Hashable, Sendable {
        /// The publisher's signed statement about the version.
        public var statement: SignedStatement
        /// Whether devices may run it.
        public var state: State
        /// How many of 10,000 devices receive it, from 0 to 10,000.
        public var permyriad: Int
        /// The salt for choosing devices, so that it is not always the same ones that come first; at most 64 bytes.
        public var salt: String
        /// Whether no further devices receive it: those that run it go on.
        public var isHeld: Bool
        /// The names of the groups whose devices or users receive it, for any share; at most 5.
        public var groups: [String]
        /// The names of permissions in the manifest that are denied; at most 100.
        public var permissionsDenied: [String]
        /// The oldest version of the host that runs it, or nil for any.
        public var minimumHost: String?
        /// The time at which the operator approved the release.
        public var approved: Date

        /// Creates a release, unchecked.
        public init(
            _ statement: SignedStatement, state: State = .live, permyriad: Int = 10_000, salt: String,
            isHeld: Bool = false, groups: [String] = [], permissionsDenied: [String] = [], minimumHost: String? = nil,
            approved: Date
        ) {
            self.statement = statement
            self.state = state
            self.permyriad = permyriad
            self.salt = salt
            self.isHeld = isHeld
            self.groups = groups
            self.permissionsDenied = permissionsDenied
            self.minimumHost = minimumHost
            self.approved = approved
        }

        /// Whether a device receives the release: whether the SHA-256 of the salt and the device's install id, as a
        /// number, modulo 10,000, is below ``permyriad``.
        public func includes(installID: String) -> Bool {
            let digest = SHA256.hash(data: Data((salt + installID).utf8))
            return digest.reduce(0) { ($0 << 8 + Int($1)) % 10_000 } < permyriad
        }
    }

    /// Whether devices may run a release.
    public enum State: String, Hashable, Sendable {
        /// Devices may run it.
        case live
        /// It has been withdrawn: devices no longer start it.
        case withdrawn
    }

    /// The maximum length of a descriptor, in bytes.
    public static let maximumLength = 4_096
    /// The maximum number of releases in a descriptor.
    public static let maximumReleases = 2
    /// The maximum number of groups that a release names.
    public static let maximumGroups = 5

    /// Creates a descriptor, unchecked.
    public init(app: MiniAppID, isQuarantined: Bool = false, releases: [Release]) {
        self.app = app
        self.isQuarantined = isQuarantined
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
            if release.isHeld { members["held"] = .bool(true) }
            if !release.groups.isEmpty { members["groups"] = .array(release.groups.map { .string($0) }) }
            members["permissionsDenied"] = .array(release.permissionsDenied.map { .string($0) })
            members["hosts"] = .object(release.minimumHost.map { ["min": .string($0)] } ?? [:])
            members["approved"] = .string(Timestamp.text(release.approved))
            return .object(members)
        }
        var members: [ExactString: JSONValue] = ["app": .string(app.rawValue), "releases": .array(releases)]
        if isQuarantined { members["quarantined"] = .bool(true) }
        return Data(JSONValue.object(members).readableBytes)
    }

    /// Parses a descriptor.
    ///
    /// - Throws: ``ReleaseRefusal/malformed(_:_:)``.
    public init(parsing data: Data) throws(ReleaseRefusal) {
        guard data.count <= Self.maximumLength else {
            throw .malformed("descriptor", "it is longer than \(Self.maximumLength) bytes")
        }
        do {
            let fields = try JSONFields(JSONValue(parsing: data))
            guard let app = MiniAppID(try fields.string("app")) else {
                throw fields.error("app", "must be a mini app id such as com.example.kudos")
            }
            let values = try fields.array("releases")
            guard values.count <= Self.maximumReleases else {
                throw fields.error("releases", "must list at most \(Self.maximumReleases) releases")
            }
            let isQuarantined = fields.has("quarantined") ? try fields.bool("quarantined") : false
            self.init(
                app: app, isQuarantined: isQuarantined,
                releases: try values.map { try Release(JSONFields($0, at: "releases")) })
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
        let groups = fields.has("groups") ? try fields.strings("groups") : []
        guard groups.count <= ReleaseDescriptor.maximumGroups else {
            throw fields.error("groups", "must have at most \(ReleaseDescriptor.maximumGroups) names")
        }
        guard denied.count <= 100, salt.utf8.count <= 64 else { throw fields.error("salt", "is too long") }
        self.init(
            try SignedStatement(fields), state: state, permyriad: try fields.integer("permyriad", in: 0...10_000),
            salt: salt, isHeld: fields.has("held") ? try fields.bool("held") : false, groups: groups,
            permissionsDenied: denied, minimumHost: hosts.has("min") ? try hosts.string("min") : nil,
            approved: try fields.time("approved")
        )
    }
}
