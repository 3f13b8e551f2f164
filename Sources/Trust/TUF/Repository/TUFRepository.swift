import Foundation
import SignedJSON

/// A repository of The Update Framework: `metadata/` with a file for each role and version, and `targets/`, whose files
/// have names that begin with their digests. In a folder (``TUFFolder``), any web server can serve it as it is.
///
/// Changes are collected and published together: only changed roles are written, each file whole or not at all, and the
/// timestamp last, so that a client sees the repository before or after and never in between. A process that is killed
/// before that leaves files that nothing names, which the next one overwrites (or leaves alone, see
/// ``TUFStorage/number``).
///
/// The repository signs for the roles whose keys it was given, and for no others: a service's keys sign what it
/// publishes, and roles that are signed offline are brought in by ``accept(_:as:targets:)``.
///
/// Source: TUF specification 1.0, sections 4 and 6.
public struct TUFRepository {
    /// Where its files are.
    public var storage: any TUFStorage
    let now: @Sendable () -> Date
    private let lifetimeByName: @Sendable (_ role: String) -> TimeInterval
    /// The lifetimes of roles for which a plan was given, in seconds.
    var lifetimes: [ExactString: TimeInterval] = [:]
    /// The available signers, by the ids of their keys.
    var signers: [ExactString: Signer]

    /// The newest root, or nil before the first one is published.
    var root: RootMetadata?
    /// Whether the existing snapshot and timestamp are signed by keys that the newest root no longer lists for them.
    var isSuperseded = false
    var snapshotVersion = 0
    var timestampVersion = 0
    /// The versions of roles of targets, as the snapshot lists them; 0 for one that was never published.
    var versions: [ExactString: Int] = [:]
    /// The keys that sign for roles of targets.
    var keys: [ExactString: RoleKeys] = [:]
    /// The changes that are not published yet.
    var changed: [ExactString: TargetsContent] = [:]
    /// The files of new targets by their paths below `targets/`, to be written with the roles that list them.
    var newFiles: [String: Data] = [:]
    /// Metadata that was accepted and is not written yet, by the names of its files.
    var taken: [String: Data] = [:]
    /// The version of the newest root that is written.
    var writtenRoot = 0
    /// The known expiry times of roles.
    var expiries: [ExactString: Date] = [:]
    /// The bins of the roles that delegate everything to bins.
    var bins: [ExactString: Delegations.Bins] = [:]
    /// The change to the root that is to be published, if there is one.
    var nextRoot: RootChange?
    /// Roles whose keys are known to have changed since they were signed.
    var rekeyed: Set<ExactString> = []

    /// A change to the root.
    enum RootChange {
        /// New keys, thresholds or lifetimes.
        case plan(TUFRepositoryPlan)
        /// The content is the same as before, with a later expiry.
        case renewed
    }

    /// The content of a role of targets.
    struct TargetsContent {
        var targets: [ExactString: JSONValue] = [:]
        var delegations: JSONValue?
    }

    /// Creates an empty repository. Nothing is written before ``publish(onWait:)``.
    ///
    /// - Parameter signers: The signers for the roles of the plan, and for roles that are delegated to.
    public init(
        in directory: URL, plan: TUFRepositoryPlan, signers: [Signer],
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        storage = TUFFolder(directory)
        self.now = now
        lifetimeByName = { _ in plan.targets.lifetime }
        for (name, role) in plan.all { lifetimes[name] = role.lifetime }
        self.signers = Dictionary(signers.map { (ExactString($0.key.id), $0) }) { first, _ in first }
        nextRoot = .plan(plan)
        keys["targets"] = RoleKeys(plan.targets)
        versions["targets"] = 0
        changed["targets"] = TargetsContent()
    }

    /// Creates a repository that does not exist yet, to be begun with what was signed elsewhere: see ``accept(_:)``.
    public init(
        beginningIn directory: URL, signers: [Signer], lifetime: @escaping @Sendable (_ role: String) -> TimeInterval,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        storage = TUFFolder(directory)
        self.now = now
        lifetimeByName = lifetime
        self.signers = Dictionary(signers.map { (ExactString($0.key.id), $0) }) { first, _ in first }
        versions["targets"] = 0
    }

    /// Opens the repository in `directory`; see ``init(opening:signers:lifetime:now:)``.
    public init(
        opening directory: URL, signers: [Signer], lifetime: @escaping @Sendable (_ role: String) -> TimeInterval,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(TUFError) {
        try self.init(opening: TUFFolder(directory), signers: signers, lifetime: lifetime, now: now)
    }

    /// Opens the repository in a storage.
    ///
    /// - Parameters:
    ///   - storage: Where its files are.
    ///   - signers: The available signers.
    ///   - lifetime: How long a role that is signed from now on is valid, in seconds.
    /// - Throws: ``TUFError`` if a file can't be read or is invalid. Signatures are not verified.
    /// - Complexity: O(*n*) in the roles that the snapshot lists; the files of `targets` and of roles that are
    ///   delegated to by name are read, those of bins are not.
    public init(
        opening storage: any TUFStorage, signers: [Signer],
        lifetime: @escaping @Sendable (_ role: String) -> TimeInterval,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(TUFError) {
        self.storage = storage
        self.now = now
        lifetimeByName = lifetime
        self.signers = Dictionary(signers.map { (ExactString($0.key.id), $0) }) { first, _ in first }
        let root = try Self.newestRoot(in: storage)
        self.root = root
        writtenRoot = root.version
        // Any version is read, even one that no client would accept: recovering from it begins here.
        let timestamp = try TimestampMetadata(parsing: read("timestamp.json"), upTo: .max)
        timestampVersion = timestamp.metadata.signed.version
        snapshotVersion = timestamp.snapshot.version
        let snapshot = try SnapshotMetadata(parsing: read("\(snapshotVersion).snapshot.json"), upTo: .max)
        for (name, file) in snapshot.files { versions[.init(String(name.text.dropLast(".json".count)))] = file.version }
        try findUnusableVersions()
        keys["targets"] = try root.keys(of: "targets")
        // A process that was killed may have written a root, and nothing after it.
        isSuperseded =
            (try? timestamp.metadata.verify(root.keys(of: "timestamp"))) == nil
            || (try? snapshot.metadata.verify(root.keys(of: "snapshot"))) == nil
        try learnDelegations(of: "targets")
        if isSuperseded { rekeyed = Set(versions.keys) }
    }

    /// Falls back to the versions of the existing files if the snapshot lists, for a role, the last version or a later
    /// one that has no file: an attacker with the snapshot's key could have written any number.
    private mutating func findUnusableVersions() throws(TUFError) {
        var unusable: [ExactString: Int] = [:]
        for (name, version) in versions where version >= MetadataHeader.lastVersion {
            guard try !storage.contains("metadata/\(version).\(FileName.quoted(name.text)).json") else { continue }
            unusable[name] = version
        }
        guard !unusable.isEmpty, let names = storage.metadataNames() else { return }
        for role in unusable.keys {
            let suffix = ".\(FileName.quoted(role.text)).json"
            versions[role] =
                names.filter { $0.hasSuffix(suffix) }.compactMap { Int($0.dropLast(suffix.count)) }.max() ?? 0
        }
    }

    /// Whether `directory` holds a repository.
    public static func exists(in directory: URL) -> Bool {
        TUFFolder(directory).contains("metadata/timestamp.json")
    }

    /// The bytes of the first root, whose digest distinguishes a repository from others.
    ///
    /// - Throws: ``TUFError/noRoot`` if it can't be read.
    public static func firstRoot(in directory: URL) throws(TUFError) -> Data {
        guard let data = try? TUFFolder(directory).read("metadata/1.root.json") else { throw .noRoot }
        return data
    }

    private static func newestRoot(in storage: any TUFStorage) throws(TUFError) -> RootMetadata {
        var version = 0
        while try storage.contains("metadata/\(version + 1).root.json") { version += 1 }
        guard version > 0, let data = try storage.read("metadata/\(version).root.json") else { throw .noRoot }
        return try RootMetadata(parsing: data)
    }

    /// Reads the keys of the roles that a role delegates to, and of those that they delegate to in turn. Bins are
    /// leaves.
    mutating func learnDelegations(of role: ExactString) throws(TUFError) {
        guard (versions[role] ?? 0) > 0 else { return }
        let metadata = try metadata(of: role)
        expiries[role] = metadata.metadata.signed.expires
        guard let delegations = metadata.delegations else { return }
        if let delegated = delegations.bins {
            bins[role] = delegated
            for name in delegated.names { keys[.init(name)] = delegated.keys }
        }
        for delegated in delegations.roles where keys[.init(delegated.name)] == nil {
            keys[.init(delegated.name)] = delegated.keys
            try learnDelegations(of: .init(delegated.name))
        }
    }

    /// The published metadata of a role of targets.
    func metadata(of role: ExactString) throws(TUFError) -> TargetsMetadata {
        guard let version = versions[role], version > 0 else { throw .unlisted(role: role.text) }
        return try TargetsMetadata(
            parsing: read("\(version).\(FileName.quoted(role.text)).json"), as: role.text, upTo: .max)
    }

    /// The content of a role: as changed, or as published.
    func content(of role: ExactString) throws(TUFError) -> TargetsContent {
        if let content = changed[role] { return content }
        guard versions[role] != nil else { throw .unlisted(role: role.text) }
        guard versions[role] != 0 else { return TargetsContent() }
        let fields = try MetadataFields(metadata(of: role).metadata.fields, of: role.text, "the metadata")
        return TargetsContent(targets: try fields.object("targets").members, delegations: fields.members["delegations"])
    }

    /// How long a role that is signed now is valid, in seconds.
    func lifetime(of role: ExactString) -> TimeInterval { lifetimes[role] ?? lifetimeByName(role.text) }

    func read(_ name: String) throws(TUFError) -> Data {
        if let data = taken[name] { return data }
        guard let data = try storage.read("metadata/" + name) else { throw .storage("\(name) is missing") }
        return data
    }
}
