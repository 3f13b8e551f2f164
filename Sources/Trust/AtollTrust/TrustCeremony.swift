import AtollPackages
import Foundation
import PrintableText
import SignedJSON
import TUF

/// The operations that require offline keys: creating a repository, approving publishers, and renewing roles.
///
/// The owners' keys sign the root. The review team's keys sign the publishers' files, and which key signs releases.
public struct TrustCeremony {
    package var repository: TUFRepository
    package let now: @Sendable () -> Date

    /// The keys that sign the offline roles, and how many of them must sign.
    public struct Keys: Sendable {
        /// The owners' keys, which sign the root.
        public var owners: [VerificationKey]
        /// How many owners must sign.
        public var ownerThreshold: Int
        /// The review team's keys, which sign the other offline roles.
        public var reviewers: [VerificationKey]
        /// How many reviewers must sign.
        public var reviewerThreshold: Int

        /// Creates a set of keys; by default, each key may sign alone.
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
        /// Verifies the bins of releases.
        public var release: VerificationKey
        /// Verifies the snapshot.
        public var snapshot: VerificationKey
        /// Verifies the timestamp.
        public var timestamp: VerificationKey

        /// The public halves of `keys`.
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

    /// Prepares a repository in `directory`, with all its roles and bins, including empty ones. Nothing is written
    /// before ``publish(onWait:)``, which requires enough keys of every role among `signers`; without them,
    /// ``proposal()`` passes from one signer to the next.
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

    /// Creates a repository with the keys of all owners, reviewers and the Center together. Each owner and each
    /// reviewer can sign alone.
    ///
    /// - Throws: ``CeremonyError/alreadyBegun``, or an error from signing or writing.
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

    /// Prepares to accept a proposal from another machine that creates the repository.
    ///
    /// - Throws: ``CeremonyError/alreadyBegun``.
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

    /// Delegates publishers to the review team, and releases to bins that the Center signs. Delegations that are
    /// already as required stay as they are.
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

    /// Opens the repository in `directory` with the available keys.
    public init(
        opening directory: URL, signers: [Signer], now: @escaping @Sendable () -> Date = { Date() }
    ) throws(TUFError) {
        self.now = now
        repository = try TUFRepository(
            opening: directory, signers: signers, lifetime: TrustRoles.lifetime(of:), now: now)
    }

    /// The files of all approved publishers.
    ///
    /// - Complexity: Reads every bin of publishers.
    public func publishers() throws -> [PublisherFile] { try Self.publishers(of: repository) }

    package static func publishers(of repository: TUFRepository) throws -> [PublisherFile] {
        try repository.bins(under: TrustRoles.publishers).flatMap { bin in
            try repository.targets(of: bin).compactMap { path in
                try repository.target(path, in: bin).map { try PublisherFile(parsing: $0) }
            }
        }
    }

    /// Approves a publisher, or changes its keys and floors.
    ///
    /// - Throws: ``CeremonyError/prefix(_:_:)`` if its id is a prefix of another publisher's, or the other way round;
    ///   or ``TUFError``.
    public mutating func set(_ publisher: PublisherFile) throws {
        let id = publisher.publisher
        for other in try publishers().map(\.publisher) where other != id {
            guard !id.overlaps(other) else { throw CeremonyError.prefix(id, other) }
        }
        let path = PublisherFile.path(of: id)
        guard let bin = repository.bin(of: path, under: TrustRoles.publishers) else {
            throw TUFError.unlisted(role: TrustRoles.publishers)
        }
        let data = publisher.encoded()
        // A file that devices would refuse must not be signed.
        _ = try PublisherFile(parsing: data)
        try repository.addTarget(path, data, to: bin)
    }

    /// Removes a publisher: devices no longer open its mini apps once they have refreshed.
    public mutating func remove(_ publisher: PublisherID) throws {
        let path = PublisherFile.path(of: publisher)
        guard let bin = repository.bin(of: path, under: TrustRoles.publishers) else { return }
        try repository.removeTarget(path, from: bin)
    }

    /// Renews the offline roles that one of the available keys may sign.
    public mutating func renew() throws {
        let bins = repository.bins(under: TrustRoles.publishers)
        for role in ["targets", TrustRoles.publishers, TrustRoles.releases] + bins
        where try repository.status(of: role).hasSigner {
            try repository.renew(role)
        }
        if try repository.status(of: "root").hasSigner { try repository.renewRoot() }
    }

    /// Replaces the keys of roles: prepares a root that both the previous and the next owners must sign, and renews
    /// every role whose keys change. Devices follow automatically.
    ///
    /// - Parameters:
    ///   - keys: The keys that sign from now on.
    ///   - center: The Center's keys from now on; `nil` for the current ones.
    ///   - signers: Additional keys to sign with now.
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

    /// The keys that currently sign the offline roles, or nil before there is a repository.
    public var keys: Keys? {
        guard let owners = repository.plan(of: "root"), let reviewers = repository.plan(of: "targets") else {
            return nil
        }
        return Keys(
            owners: owners.keys, ownerThreshold: owners.threshold, reviewers: reviewers.keys,
            reviewerThreshold: reviewers.threshold)
    }

    /// The ids of all keys of owners and reviewers.
    public var offlineKeys: Set<String> {
        Set([keys?.owners, keys?.reviewers].compactMap(\.self).flatMap(\.self).map(\.id))
    }

    /// Whether the repository names these keys as the Center's.
    public func names(_ keys: CenterKeys) -> Bool {
        keys.areNamed(by: repository)
    }

    /// Whether there are changes to sign or publish.
    public var isChanged: Bool { repository.isChanged }

    /// Publishes the changes, which requires the Center's keys, too.
    ///
    /// - Parameter onWait: Called once if another process is publishing.
    public mutating func publish(onWait: () -> Void = {}) throws { try repository.publish(onWait: onWait) }

    /// The changed offline roles, signed with the available keys, even if they are too few.
    public func proposal() throws -> [TUFSignedRole] { try repository.proposal(of: TrustRoles.isOffline) }

    /// The signatures that a proposal has and lacks; see ``TUFRepository/status(of:)``.
    public func status(of proposal: [TUFSignedRole]) throws(TUFError) -> [TUFSigningStatus] {
        try repository.status(of: proposal)
    }

    /// Signs a proposal with the available keys; see ``TUFRepository/sign(_:)``.
    ///
    /// - Throws: ``CeremonyError/odd(role:_:)`` before anything is signed, if a ceremony would not make this change; or
    ///   ``TUFError``.
    public func sign(_ proposal: inout [TUFSignedRole]) throws -> [String: Int] {
        try TrustForm.check(proposal, on: repository, at: now())
        return try repository.sign(&proposal)
    }

    /// Verifies a copy of the repository before a change to it is signed: every root from the first one on, and each
    /// offline role, must have the required signatures. A Center that is taken over can write anything into its folder.
    ///
    /// - Throws: ``TUFError``.
    /// - Complexity: Reads every bin of publishers.
    public func verify() throws(TUFError) { try repository.verify(TrustForm.offlineRoles(of: repository)) }

    /// Identifies the repository that a proposal is for, even if the proposal creates it, by the digest of its first
    /// root's signed content.
    public func fingerprint(of proposal: [TUFSignedRole]) throws -> String {
        try repository.following(proposal).firstRootDigest()
    }

    /// Identifies the repository by the digest of its first root's signed content, and returns the versions of all
    /// offline roles.
    public func fingerprint() throws -> (repository: String, versions: [String: Int]) {
        (try repository.firstRootDigest(), try repository.versions(of: TrustForm.offlineRoles(of: repository)))
    }

    /// Accepts a proposal with all required signatures; ``publish(onWait:)`` publishes it.
    ///
    /// - Throws: ``CeremonyError/odd(role:_:)`` or ``TUFError``.
    public mutating func accept(_ proposal: [TUFSignedRole]) throws {
        try TrustForm.check(proposal, on: repository, at: now())
        try repository.accept(proposal)
    }

    /// The status of each offline role, including the bins of publishers.
    public mutating func statuses() throws -> [TUFRoleStatus] {
        let offline = ["root", "targets", TrustRoles.publishers, TrustRoles.releases]
        return try (offline + repository.bins(under: TrustRoles.publishers)).map { try repository.status(of: $0) }
    }
}
