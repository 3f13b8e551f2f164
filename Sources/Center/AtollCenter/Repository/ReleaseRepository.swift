import AtollCenterDomain
import AtollPackages
import AtollTrust
import Foundation
import Logging
import PrintableText
import SignedJSON
import TUF

/// The Center's access to the repository: signs descriptors, snapshot and timestamp, and accepts changes that are
/// signed offline.
actor ReleaseRepository {
    /// An open repository, and the digest of its first root, which identifies it.
    struct Opened {
        var repository: TUFRepository
        let id: SHA256Hash
    }

    let place: any RepositoryPlace
    private var keys: CenterKeys?
    private let keyFolder: URL?
    private let replacesKeys: Bool
    let now: @Sendable () -> Date
    let logger: Logger
    private var opened: Opened?

    /// - Parameters:
    ///   - place: Where the repository is. It may be created later; until then, nothing can be published.
    ///   - keys: The Center's keys, or nil for a process that does not sign.
    ///   - keyFolder: The folder of the keys, next to which their successors may be stored; these are adopted once the
    ///     repository names them.
    ///   - replacesKeys: Whether to move the adopted keys to the folder of the current ones.
    ///   - logger: Receives errors and changes.
    ///   - now: Returns the current time.
    init(
        _ place: any RepositoryPlace, keys: CenterKeys?, keyFolder: URL? = nil, replacesKeys: Bool = true,
        logger: Logger, now: @escaping @Sendable () -> Date
    ) {
        self.place = place
        self.keys = keys
        self.keyFolder = keyFolder
        self.replacesKeys = replacesKeys
        self.logger = logger
        self.now = now
    }

    /// The Center's keys, and their successors if there are any.
    private var signers: [Signer] {
        guard let keys else { return [] }
        return keys.signers + (keyFolder.flatMap { try? CenterKeys.next(of: $0) }?.signers ?? [])
    }

    /// Loads the keys from their folder again: a ceremony may have replaced them.
    private func takeKeys() {
        // If they are being replaced right now, the previous ones are used for the moment.
        guard let keyFolder, let found = try? CenterKeys(opening: keyFolder) else { return }
        keys = found
    }

    /// Reads the repository as devices see it now.
    ///
    /// - Parameters:
    ///   - preparing: Returns the paths of the files that `work` will read, if they are known.
    ///   - work: May be done several times, and has no effect but on what it returns and on the repository that it is
    ///     given, of which only the files that were read are stored.
    func read<Result>(
        preparing: (TUFRepository) -> [String] = { _ in [] }, _ work: (inout TUFRepository) throws -> Result
    ) async throws -> Result {
        let files = try await place.files()
        var found = try await open(files)
        try await files.prepare(preparing(found.repository))
        let (result, repository) = try await files.reading {
            var repository = found.repository
            return (try work(&repository), repository)
        }
        found.repository = repository
        keep(found)
        return result
    }

    /// Changes the repository in these files, whose turn the caller has.
    ///
    /// - Parameter preparing: Returns the paths of the files that `work` will read, if they are known.
    func change(
        _ files: any RepositoryFiles, preparing: (TUFRepository) -> [String],
        _ work: (inout TUFRepository) throws -> Void
    ) async throws {
        var found = try await open(files)
        // If the change fails, the state in memory may be out of date.
        opened = nil
        // Keys may have been added since it was opened: the change may be the one that names them.
        takeKeys()
        found.repository.add(signers)
        try await files.prepare(preparing(found.repository))
        let before = found.repository.listedPaths
        found.repository = try await files.reading {
            var repository = found.repository
            try work(&repository)
            if repository.isChanged { try repository.publish() }
            return repository
        }
        files.noteReplaced(before.subtracting(found.repository.listedPaths))
        opened = found
    }

    func open(_ files: any RepositoryFiles) async throws -> Opened {
        // A ceremony, or another process, may have changed the repository.
        if var opened {
            opened.repository.storage = files
            if opened.repository.isCurrent { return opened }
            // It may never have been committed: a newer number is no reason to use it.
            self.opened = nil
        }
        takeKeys()
        do {
            let found = try await files.reading {
                let repository = try TUFRepository(
                    opening: files, signers: signers, lifetime: TrustRoles.lifetime(of:), now: now)
                guard let root = try files.read("metadata/1.root.json") else { throw TUFError.noRoot }
                return Opened(repository: repository, id: SHA256Hash(of: root))
            }
            keep(found)
            return found
        } catch let error where error is TUFError {
            logger.error("The repository can't be opened.", metadata: ["error": "\(error)"])
            throw CenterError.repository(ErrorText.sentence(of: error))
        }
    }

    /// Keeps an open repository for the next call, unless a newer one is there.
    private func keep(_ found: Opened) {
        if let opened, opened.id == found.id, opened.repository.version > found.repository.version { return }
        opened = found
    }

    /// Reads the roots, and the metadata of every role, and verifies their signatures as a device would.
    ///
    /// - Returns: The version of the timestamp.
    func verified() async throws -> Int {
        let files = try await place.files()
        let repository = try await open(files).repository
        let roles = repository.roles.filter { !["root", "snapshot", "timestamp"].contains($0) }
        try await files.prepare(roles.compactMap { repository.path(of: $0) })
        return try await files.reading {
            try repository.verify(roles)
            return repository.version
        }
    }

    /// The digest of the repository's first root, which statements must name.
    func id() async throws -> SHA256Hash { try await open(place.files()).id }

    /// Adopts the next keys once the repository names them.
    func adoptKeys() async throws {
        guard let keyFolder, replacesKeys else { return }
        let repository = try await open(place.files()).repository
        let next = try CenterKeys.adoptNext(in: keyFolder, ifNamed: { $0.areNamed(by: repository) }, now: now())
        guard let next else { return }
        keys = next
        opened = nil
        logger.notice("The Center now signs with its next keys.")
    }

    /// The message for the operator when ``namesKeys()`` is false.
    static let otherKeys =
        "The repository does not name the keys of this Center: devices would refuse what it signs. Bring the keys that belong to the repository, or replace them: atoll trust rotate --center-keys"

    /// Whether the repository names the keys that this process signs with; also if it does not sign.
    ///
    /// - Throws: ``CenterError/noRepository``, or an error of the store.
    func namesKeys() async throws -> Bool {
        let repository = try await open(place.files()).repository
        guard let keys else { return true }
        let next = keyFolder.flatMap { try? CenterKeys.next(of: $0) }
        return keys.areNamed(by: repository) || next?.areNamed(by: repository) ?? false
    }
}
