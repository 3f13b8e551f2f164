import AtollPackages
import Foundation
import SignedJSON
import TUF

/// What is done with the offline keys: a repository is begun, publishers are taken in, roles are renewed.
///
/// The owner's keys sign the root, the review team's sign who the publishers are and which key signs releases.
public struct TrustCeremony {
    private var repository: TUFRepository

    /// Who signs what is kept offline.
    public struct Signers: Sendable {
        public var owners: [Signer]
        public var ownerThreshold: Int
        public var reviewers: [Signer]
        public var reviewerThreshold: Int

        public init(owners: [Signer], ownerThreshold: Int = 1, reviewers: [Signer], reviewerThreshold: Int = 1) {
            self.owners = owners
            self.ownerThreshold = ownerThreshold
            self.reviewers = reviewers
            self.reviewerThreshold = reviewerThreshold
        }
    }

    /// Begins a repository in `directory`, with all its roles and bins, empty ones too.
    ///
    /// - Throws: ``CeremonyError/alreadyBegun``, or what signing and writing throw.
    /// - Complexity: Signs and writes a file for each bin.
    public static func begin(
        in directory: URL, signers: Signers, center: CenterKeys, size: TrustSize = .standard,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        guard !TUFRepository.exists(in: directory) else { throw CeremonyError.alreadyBegun }
        var repository = TUFRepository(
            in: directory, plan: topLevel(signers, center),
            signers: signers.owners + signers.reviewers + center.signers, now: now
        )
        try delegate(in: &repository, signers, center, size)
        try repository.publish()
    }

    private static func plan(_ role: String, _ keys: [VerificationKey], _ threshold: Int = 1) -> TUFRolePlan {
        TUFRolePlan(keys, threshold: threshold, lifetime: TrustRoles.lifetime(of: role))
    }

    private static func topLevel(_ signers: Signers, _ center: CenterKeys) -> TUFRepositoryPlan {
        TUFRepositoryPlan(
            root: plan("root", signers.owners.map(\.key), signers.ownerThreshold),
            targets: plan("targets", signers.reviewers.map(\.key), signers.reviewerThreshold),
            snapshot: plan("snapshot", [center.snapshot.key]), timestamp: plan("timestamp", [center.timestamp.key])
        )
    }

    /// Leaves publishers to the review team, and releases to bins that the Center signs.
    private static func delegate(
        in repository: inout TUFRepository, _ signers: Signers, _ center: CenterKeys, _ size: TrustSize
    ) throws(TUFError) {
        let (publishers, releases) = (TrustRoles.publishers, TrustRoles.releases)
        func reviewed(_ role: String) -> TUFRolePlan {
            plan(role, signers.reviewers.map(\.key), signers.reviewerThreshold)
        }
        try repository.delegate(
            .roles([
                (publishers, ["\(publishers)/*"], true, reviewed(publishers)),
                (releases, ["\(releases)/*"], true, reviewed(releases)),
            ])
        )
        try repository.delegate(
            .bins(prefix: publishers, bits: size.publisherBits, plan: reviewed("publisher bin")), from: publishers)
        try repository.delegate(
            .bins(prefix: releases, bits: size.releaseBits, plan: plan("release bin", [center.release.key])),
            from: releases)
    }

    /// Opens the repository in `directory` with the keys that are at hand.
    public init(
        opening directory: URL, signers: [Signer], now: @escaping @Sendable () -> Date = { Date() }
    ) throws(TUFError) {
        repository = try TUFRepository(
            opening: directory, signers: signers, lifetime: TrustRoles.lifetime(of:), now: now)
    }

    /// All publishers.
    ///
    /// - Complexity: Reads every bin of publishers.
    public func publishers() throws -> [PublisherFile] {
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
        try repository.addTarget(path, publisher.encoded(), to: bin)
    }

    /// Removes a publisher: none of its mini apps is opened any more by those who refresh.
    public mutating func remove(_ publisher: PublisherID) throws {
        let path = PublisherFile.path(of: publisher)
        guard let bin = repository.bin(of: path, under: TrustRoles.publishers) else { return }
        try repository.removeTarget(path, from: bin)
    }

    /// Signs all offline roles anew whose keys are at hand.
    public mutating func renew() throws {
        let bins = repository.bins(under: TrustRoles.publishers)
        for role in ["targets", TrustRoles.publishers, TrustRoles.releases] + bins
        where try repository.status(of: role).canBeSigned {
            try repository.renew(role)
        }
        if try repository.status(of: "root").canBeSigned { try repository.renewRoot() }
    }

    /// Replaces who signs, and publishes it: a root that the owners before and after have signed, and every role anew whose
    /// keys are others. Devices follow by themselves.
    ///
    /// - Parameters:
    ///   - signers: Who signs from now on. Those who signed before were given to ``init(opening:signers:now:)``.
    ///   - center: The Center's keys from now on.
    /// - Throws: ``TUFError/keysMissing(role:)`` where too few of those before are there; then nothing has changed.
    public mutating func rotate(to signers: Signers, center: CenterKeys) throws {
        let (publishers, releases) = (TrustRoles.publishers, TrustRoles.releases)
        let bins = (publishers: repository.bins(under: publishers), releases: repository.bins(under: releases))
        var next = repository
        for bin in bins.publishers + bins.releases { try next.renew(bin) }
        let size = TrustSize(
            publisherBits: bins.publishers.count.trailingZeroBitCount,
            releaseBits: bins.releases.count.trailingZeroBitCount)
        try Self.delegate(in: &next, signers, center, size)
        try next.rotate(
            to: Self.topLevel(signers, center), signers: signers.owners + signers.reviewers + center.signers)
        repository = next
    }

    /// Publishes what was changed, where the Center's keys are at hand too.
    public mutating func publish() throws { try repository.publish() }

    /// What was changed, signed, for the Center to take in: see ``ReleaseRepository``.
    public mutating func signed() throws -> [TUFSignedRole] { try repository.signed() }

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

    public var description: String {
        switch self {
        case .alreadyBegun: "There is a repository already. It is never begun twice: devices would not follow."
        case .prefix(let id, let other):
            "The publishers \(id) and \(other) can't be told apart: one id is the beginning of the other."
        }
    }
}
