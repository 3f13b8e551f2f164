import AtollPackages
import Foundation
import PrintableText
import SignedJSON
import TUF

/// What is done with the offline keys: a repository is begun, publishers are taken in, roles are renewed.
///
/// The owner's keys sign the root, the review team's sign who the publishers are and which key signs releases.
public struct TrustCeremony {
    var repository: TUFRepository
    let now: @Sendable () -> Date

    /// Who signs what is kept offline: keys, and how many of them have to.
    public struct Keys: Sendable {
        public var owners: [VerificationKey]
        public var ownerThreshold: Int
        public var reviewers: [VerificationKey]
        public var reviewerThreshold: Int

        public init(
            owners: [VerificationKey], ownerThreshold: Int = 1, reviewers: [VerificationKey], reviewerThreshold: Int = 1
        ) {
            self.owners = owners
            self.ownerThreshold = ownerThreshold
            self.reviewers = reviewers
            self.reviewerThreshold = reviewerThreshold
        }
    }

    /// The public halves of the Center's keys.
    public struct OnlineKeys: Sendable {
        public var release: VerificationKey
        public var snapshot: VerificationKey
        public var timestamp: VerificationKey

        public init(_ keys: CenterKeys) {
            (release, snapshot, timestamp) = (keys.release.key, keys.snapshot.key, keys.timestamp.key)
        }

        init?(of repository: TUFRepository) {
            let bin = repository.bins(under: TrustRoles.releases).first
            guard let release = bin.flatMap(repository.plan(of:))?.keys.first,
                let snapshot = repository.plan(of: "snapshot")?.keys.first,
                let timestamp = repository.plan(of: "timestamp")?.keys.first
            else { return nil }
            (self.release, self.snapshot, self.timestamp) = (release, snapshot, timestamp)
        }
    }

    /// Prepares a repository in `directory`, with all its roles and bins, empty ones too. Nothing is written before ``publish(onWait:)``,
    /// for which all who sign have to be at hand; otherwise ``proposal()`` goes from one to the next.
    ///
    /// - Throws: ``CeremonyError/alreadyBegun``, or ``TUFError``.
    public init(
        beginningIn directory: URL, keys: Keys, center: OnlineKeys, signers: [Signer], size: TrustSize = .standard,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        guard !TUFRepository.exists(in: directory) else { throw CeremonyError.alreadyBegun }
        self.now = now
        repository = TUFRepository(in: directory, plan: Self.topLevel(keys, center), signers: signers, now: now)
        try delegate(to: keys, center, size)
    }

    /// Begins a repository where all who sign are together for once, each of whom can sign alone.
    ///
    /// - Throws: ``CeremonyError/alreadyBegun``, or what signing and writing throw.
    /// - Complexity: Signs and writes a file for each bin.
    public static func begin(
        in directory: URL, owners: [Signer], reviewers: [Signer], center: CenterKeys, size: TrustSize = .standard,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        var ceremony = try TrustCeremony(
            beginningIn: directory, keys: Keys(owners: owners.map(\.key), reviewers: reviewers.map(\.key)),
            center: OnlineKeys(center), signers: owners + reviewers + center.signers, size: size, now: now)
        try ceremony.publish()
    }

    /// A ceremony for a repository that does not exist yet, and which a proposal of another machine begins.
    public init(
        awaitedIn directory: URL, signers: [Signer], now: @escaping @Sendable () -> Date = { Date() }
    ) throws(CeremonyError) {
        guard !TUFRepository.exists(in: directory) else { throw .alreadyBegun }
        self.now = now
        repository = TUFRepository(
            beginningIn: directory, signers: signers, lifetime: TrustRoles.lifetime(of:), now: now)
    }

    private static func plan(_ role: String, _ keys: [VerificationKey], _ threshold: Int = 1) -> TUFRolePlan {
        TUFRolePlan(keys, threshold: threshold, lifetime: TrustRoles.lifetime(of: role))
    }

    private static func topLevel(_ keys: Keys, _ center: OnlineKeys) -> TUFRepositoryPlan {
        TUFRepositoryPlan(
            root: plan("root", keys.owners, keys.ownerThreshold),
            targets: plan("targets", keys.reviewers, keys.reviewerThreshold),
            snapshot: plan("snapshot", [center.snapshot]), timestamp: plan("timestamp", [center.timestamp])
        )
    }

    /// Leaves publishers to the review team, and releases to bins that the Center signs; what is so already stays as it is.
    fileprivate mutating func delegate(to keys: Keys, _ center: OnlineKeys, _ size: TrustSize) throws(TUFError) {
        let (publishers, releases) = (TrustRoles.publishers, TrustRoles.releases)
        func reviewed(_ role: String) -> TUFRolePlan { Self.plan(role, keys.reviewers, keys.reviewerThreshold) }
        if repository.plan(of: publishers).map({ !$0.isSigned(like: reviewed(publishers)) }) ?? true {
            try repository.delegate(
                .roles([
                    (publishers, ["\(publishers)/*"], true, reviewed(publishers)),
                    (releases, ["\(releases)/*"], true, reviewed(releases)),
                ])
            )
            try repository.delegate(
                .bins(prefix: publishers, bits: size.publisherBits, plan: reviewed("publisher bin")), from: publishers)
        }
        let online = Self.plan("release bin", [center.release])
        guard let bin = repository.bins(under: releases).first, let known = repository.plan(of: bin),
            known.isSigned(like: online)
        else {
            return try repository.delegate(
                .bins(prefix: releases, bits: size.releaseBits, plan: online), from: releases)
        }
    }

    /// Opens the repository in `directory` with the keys that are at hand.
    public init(
        opening directory: URL, signers: [Signer], now: @escaping @Sendable () -> Date = { Date() }
    ) throws(TUFError) {
        self.now = now
        repository = try TUFRepository(
            opening: directory, signers: signers, lifetime: TrustRoles.lifetime(of:), now: now)
    }

    /// All publishers.
    ///
    /// - Complexity: Reads every bin of publishers.
    public func publishers() throws -> [PublisherFile] { try Self.publishers(of: repository) }

    static func publishers(of repository: TUFRepository) throws -> [PublisherFile] {
        try repository.bins(under: TrustRoles.publishers).flatMap { bin in
            try repository.targets(of: bin).compactMap { path in
                try repository.target(path, in: bin).map { try PublisherFile(parsing: $0) }
            }
        }
    }

    /// Takes a publisher in, or changes its keys and floors.
    ///
    /// - Throws: ``CeremonyError/prefix(_:_:)`` where its id is the beginning of another's, or another's of its.
    public mutating func set(_ publisher: PublisherFile) throws {
        let id = publisher.publisher
        for other in try publishers().map(\.publisher) where other != id {
            guard !other.rawValue.hasPrefix(id.rawValue + "."), !id.rawValue.hasPrefix(other.rawValue + ".") else {
                throw CeremonyError.prefix(id, other)
            }
        }
        let path = PublisherFile.path(of: id)
        guard let bin = repository.bin(of: path, under: TrustRoles.publishers) else {
            throw TUFError.unlisted(role: TrustRoles.publishers)
        }
        let data = publisher.encoded()
        // What no device would read is not signed.
        _ = try PublisherFile(parsing: data)
        try repository.addTarget(path, data, to: bin)
    }

    /// Removes a publisher: none of its mini apps is opened any more by those who refresh.
    public mutating func remove(_ publisher: PublisherID) throws {
        let path = PublisherFile.path(of: publisher)
        guard let bin = repository.bin(of: path, under: TrustRoles.publishers) else { return }
        try repository.removeTarget(path, from: bin)
    }

    /// Signs all offline roles anew for which one of the keys at hand may sign.
    public mutating func renew() throws {
        let bins = repository.bins(under: TrustRoles.publishers)
        for role in ["targets", TrustRoles.publishers, TrustRoles.releases] + bins
        where try repository.status(of: role).hasSigner {
            try repository.renew(role)
        }
        if try repository.status(of: "root").hasSigner { try repository.renewRoot() }
    }

    /// Replaces who signs: a root that the owners before and after sign, and every role anew whose keys are others. Devices follow by
    /// themselves.
    ///
    /// - Parameters:
    ///   - keys: Who signs from now on.
    ///   - center: The Center's keys from now on; as they are, if it is nil.
    ///   - signers: Who signs now, besides those who were given before.
    public mutating func rotate(to keys: Keys, center: OnlineKeys? = nil, signers: [Signer] = []) throws(TUFError) {
        guard let online = center ?? OnlineKeys(of: repository) else { throw .noRoot }
        repository.add(signers)
        let bins = (
            publishers: repository.bins(under: TrustRoles.publishers),
            releases: repository.bins(under: TrustRoles.releases)
        )
        try delegate(
            to: keys, online,
            TrustSize(
                publisherBits: bins.publishers.count.trailingZeroBitCount,
                releaseBits: bins.releases.count.trailingZeroBitCount))
        let next = Self.topLevel(keys, online)
        let isSame = zip(
            [next.root, next.targets, next.snapshot, next.timestamp], ["root", "targets", "snapshot", "timestamp"]
        )
        .allSatisfy { plan, role in repository.plan(of: role).map { plan.isSigned(like: $0) } ?? false }
        if !isSame { repository.setKeys(of: next) }
    }

    /// Who signs now what is kept offline.
    public var keys: Keys? {
        guard let owners = repository.plan(of: "root"), let reviewers = repository.plan(of: "targets") else {
            return nil
        }
        return Keys(
            owners: owners.keys, ownerThreshold: owners.threshold, reviewers: reviewers.keys,
            reviewerThreshold: reviewers.threshold)
    }

    /// The ids of all keys that sign offline.
    public var offlineKeys: Set<String> {
        Set([keys?.owners, keys?.reviewers].compactMap(\.self).flatMap(\.self).map(\.id))
    }

    /// Whether the repository names these keys as the Center's.
    public func names(_ keys: CenterKeys) -> Bool {
        keys.areNamed(by: repository)
    }

    /// Whether anything is to be signed or published.
    public var isChanged: Bool { repository.isChanged }

    /// Publishes what was changed, where the Center's keys are at hand too.
    ///
    /// - Parameter onWait: Called once, where another process is at it.
    public mutating func publish(onWait: () -> Void = {}) throws { try repository.publish(onWait: onWait) }

    /// What was changed and is signed offline, signed by those who are at hand, be they too few.
    public func proposal() throws -> [TUFSignedRole] { try repository.proposal(of: TrustRoles.isOffline) }

    /// How far a proposal is signed; see ``TUFRepository/status(of:)``.
    public func status(of proposal: [TUFSignedRole]) throws(TUFError) -> [TUFSigningStatus] {
        try repository.status(of: proposal)
    }

    /// Signs a proposal with the keys that are at hand; see ``TUFRepository/sign(_:)``.
    ///
    /// - Throws: ``CeremonyError/odd(role:_:)`` for what no ceremony makes, before anything is signed.
    public func sign(_ proposal: inout [TUFSignedRole]) throws -> [String: Int] {
        try TrustForm.check(proposal, on: repository, at: now())
        return try repository.sign(&proposal)
    }

    /// Makes sure of a copy before something is signed on top of it: every root from the first one, and each role that is kept offline,
    /// is signed by those who have to. A Center that is taken over could have written anything into its own folder.
    ///
    /// - Throws: ``TUFError``.
    /// - Complexity: Reads every bin of publishers.
    public func verify() throws(TUFError) { try repository.verify(TrustForm.offlineRoles(of: repository)) }

    /// What tells the repository from others that a proposal is for, be it only begun by it.
    public func fingerprint(of proposal: [TUFSignedRole]) throws -> String {
        try repository.following(proposal).firstRootDigest()
    }

    /// What tells the repository from others, and the versions of all roles that are kept offline.
    public func fingerprint() throws -> (repository: String, versions: [String: Int]) {
        (try repository.firstRootDigest(), try repository.versions(of: TrustForm.offlineRoles(of: repository)))
    }

    /// Takes in a proposal that all have signed who have to, for ``publish(onWait:)``.
    public mutating func accept(_ proposal: [TUFSignedRole]) throws {
        try TrustForm.check(proposal, on: repository, at: now())
        try repository.accept(proposal)
    }

    /// How the offline roles stand.
    public mutating func statuses() throws -> [TUFRoleStatus] {
        let offline = ["root", "targets", TrustRoles.publishers, TrustRoles.releases]
        return try (offline + repository.bins(under: TrustRoles.publishers)).map { try repository.status(of: $0) }
    }
}

/// Why a ceremony can't go on.
public enum CeremonyError: Error, Hashable, CustomStringConvertible {
    case alreadyBegun
    /// One publisher's id would be the beginning of another's, so that a mini app could be either's.
    case prefix(PublisherID, PublisherID)
    /// There is a repository, and the Center's keys that it names are not where they belong.
    case keysMissing(String)
    /// A change that is signed offline is not what a ceremony makes: in which role, and what is odd.
    case odd(role: String, String)
    /// A file of what was signed offline can't be read: why.
    case badProposal(String)

    public var description: String {
        switch self {
        case .alreadyBegun: "There is a repository already. It is never begun twice: devices would not follow."
        case .keysMissing(let path):
            "The Center's keys are not in \(path). Put them back: the repository names no others."
        case .odd(let role, let reason):
            "The change of \(role.printable()) is not one that a ceremony makes: \(reason.printable())."
        case .badProposal(let reason): "What was signed offline can't be read: \(reason)."
        case .prefix(let id, let other):
            "The publishers \(id) and \(other) can't be told apart: one id is the beginning of the other."
        }
    }
}
