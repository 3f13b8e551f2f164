import AtollPackages
import DurableFiles
import Foundation
import Logging
import PrintableText
import SignedJSON
import TUF

/// The Center's access to the repository: signs descriptors, snapshot and timestamp, and accepts changes that are
/// signed offline.
actor ReleaseRepository {
    /// An open repository, and the digest of its first root, which identifies it.
    private struct Opened {
        var repository: TUFRepository
        let id: SHA256Hash
    }

    let directory: URL
    private var keys: CenterKeys
    private let keyFolder: URL?
    private let now: @Sendable () -> Date
    private let logger: Logger
    private var opened: Opened?

    /// - Parameters:
    ///   - directory: The repository's folder. The repository may be created later; until then, nothing can be
    ///     published.
    ///   - keys: The Center's keys.
    ///   - keyFolder: The folder of the keys, next to which their successors may be stored; these are adopted once the
    ///     repository names them.
    ///   - logger: Receives errors and changes.
    ///   - now: Returns the current time.
    init(
        directory: URL, keys: CenterKeys, keyFolder: URL? = nil, logger: Logger, now: @escaping @Sendable () -> Date
    ) {
        self.directory = directory
        self.keys = keys
        self.keyFolder = keyFolder
        self.logger = logger
        self.now = now
    }

    /// The Center's keys, and their successors if there are any.
    private var signers: [Signer] {
        keys.signers + (keyFolder.flatMap { try? CenterKeys.next(of: $0) }?.signers ?? [])
    }

    /// Loads the keys from their folder again: a ceremony may have replaced them.
    private func takeKeys() {
        // If they are being replaced right now, the previous ones are used for the moment.
        guard let keyFolder, let found = try? CenterKeys(opening: keyFolder) else { return }
        keys = found
    }

    /// Changes the repository as it is on disk; retries if another process has changed it first.
    private func change(_ work: (inout Opened) throws -> Void) throws {
        try TUFRepository.retrying {
            var opened = try open()
            // If the change fails, the state in memory may be out of date.
            self.opened = nil
            try work(&opened)
            self.opened = opened
        }
    }

    private func open() throws(CenterError) -> Opened {
        guard TUFRepository.exists(in: directory) else { throw .noRepository }
        // A ceremony may have changed the repository while the Center was running.
        if let opened, opened.repository.isCurrent { return opened }
        do {
            takeKeys()
            let opened = Opened(
                repository: try TUFRepository(
                    opening: directory, signers: signers, lifetime: TrustRoles.lifetime(of:), now: now),
                id: SHA256Hash(of: try TUFRepository.firstRoot(in: directory))
            )
            self.opened = opened
            return opened
        } catch {
            logger.error("The repository can't be opened.", metadata: ["error": "\(error)"])
            throw .repository(ErrorText.sentence(of: error))
        }
    }

    /// The digest of the repository's first root, which statements must name.
    func id() throws(CenterError) -> SHA256Hash { try open().id }

    /// A publisher's file as the review team signed it, or nil if the publisher was not approved.
    func publisher(_ id: PublisherID) throws -> PublisherFile? {
        try target(PublisherFile.path(of: id), under: TrustRoles.publishers).map { try PublisherFile(parsing: $0) }
    }

    /// The descriptor that announces a mini app's releases to devices, or nil if there is none.
    func descriptor(of app: MiniAppID) throws -> ReleaseDescriptor? {
        try target(ReleaseDescriptor.path(of: app), under: TrustRoles.releases).map {
            try ReleaseDescriptor(parsing: $0)
        }
    }

    private func target(_ path: String, under role: String) throws -> Data? {
        let repository = try open().repository
        return try repository.bin(of: path, under: role).flatMap { try repository.target(path, in: $0) }
    }

    /// Publishes descriptors together: their bins, one snapshot and one timestamp.
    ///
    /// - Throws: ``CenterError``; devices then still see the previous state.
    func publish(_ descriptors: [ReleaseDescriptor]) throws(CenterError) {
        var targets: [(path: String, data: Data)] = []
        for descriptor in descriptors {
            let data = descriptor.encoded()
            do {
                // A descriptor that devices would refuse must not be published.
                _ = try ReleaseDescriptor(parsing: data)
            } catch {
                logger.error("Releases could not be published.", metadata: ["error": "\(error)"])
                throw .repository(ErrorText.sentence(of: error))
            }
            targets.append((ReleaseDescriptor.path(of: descriptor.app), data))
        }
        try publish(targets)
    }

    private func publish(_ targets: [(path: String, data: Data)]) throws(CenterError) {
        do {
            try change { opened in
                for (path, data) in targets {
                    guard let bin = opened.repository.bin(of: path, under: TrustRoles.releases) else {
                        throw TUFError.unlisted(role: TrustRoles.releases)
                    }
                    try opened.repository.addTarget(path, data, to: bin)
                }
                try opened.repository.publish()
            }
        } catch let error as CenterError {
            throw error
        } catch {
            logger.error("The repository could not be published.", metadata: ["error": "\(error)"])
            throw .repository(ErrorText.sentence(of: error))
        }
    }

    /// A super app's home configuration, or nil if it has none.
    func homeConfiguration(of superApp: String) throws -> Data? {
        try target(HomeConfigurationFile.path(of: superApp), under: TrustRoles.releases)
    }

    /// Publishes a super app's home configuration.
    ///
    /// - Throws: ``HomeConfigurationError`` or ``CenterError``; devices then still see the previous state.
    func publish(homeConfiguration data: Data, of superApp: String) throws {
        try HomeConfigurationFile.check(data)
        try publish([(path: HomeConfigurationFile.path(of: superApp), data: data)])
    }

    /// A file of the repository, as it is served, or nil if it does not exist.
    ///
    /// - Parameter path: The path below the repository's folder, whose components the caller has checked.
    nonisolated func file(_ path: String) -> Data? {
        FileManager.default.contents(atPath: directory.path + "/" + path)
    }
}

extension ReleaseRepository {
    /// An offline role that expires soon or has expired.
    struct Warning: Encodable, Hashable {
        let role: String
        let expires: Date
    }

    /// The roles that must be signed offline within 60 days, with one entry for all bins of publishers.
    func warnings() throws -> [Warning] {
        var repository = try open().repository
        let end = now().addingTimeInterval(TrustRoles.warning)
        var warnings: [Warning] = []
        for role in ["root", "targets", TrustRoles.publishers, TrustRoles.releases] {
            let status = try repository.status(of: role)
            if status.expires < end { warnings.append(Warning(role: role, expires: status.expires)) }
        }
        let bins = try repository.bins(under: TrustRoles.publishers).map { try repository.status(of: $0).expires }
        opened?.repository = repository
        if let first = bins.min(), first < end {
            warnings.append(Warning(role: "bins of \(TrustRoles.publishers)", expires: first))
        }
        return warnings
    }

    /// Does the work that is due: accepts changes that were signed offline, renews the timestamp and some bins each
    /// day, adopts the next keys, and removes files that were replaced more than a day ago.
    func keepUp() throws {
        guard TUFRepository.exists(in: directory) else { return }
        try takeInOfflineRoles()
        let time = now()
        try change { opened in
            let timestamp = try opened.repository.status(of: "timestamp")
            let signed = timestamp.expires.addingTimeInterval(-TrustRoles.lifetime(of: "timestamp"))
            let bins = try dueBins(in: &opened.repository, at: time)
            guard
                !bins.isEmpty || time.timeIntervalSince(signed) >= TrustRoles.timestampAge
                    || opened.repository.isChanged
            else { return }
            for bin in bins { try opened.repository.renew(bin) }
            try opened.repository.publish()
            if !bins.isEmpty { try noteBinsSigned(at: time) }
            logger.info("Renewed the repository's online roles.", metadata: ["bins": "\(bins.count)"])
        }
        try adoptKeys()
        try open().repository.prune(replacedBefore: time.addingTimeInterval(-86_400))
        for warning in try warnings() {
            logger.warning(
                "A role must be signed offline before it expires.",
                metadata: ["role": "\(warning.role)", "expires": "\(Timestamp.text(warning.expires))"])
        }
    }

    /// Adopts the next keys once the repository names them.
    private func adoptKeys() throws {
        guard let keyFolder else { return }
        let next = try CenterKeys.adoptNext(
            in: keyFolder,
            ifNamed: { next in next.areNamed(by: try open().repository) },
            now: now())
        guard let next else { return }
        keys = next
        opened = nil
        logger.notice("The Center now signs with its next keys.")
    }

    private var note: URL { directory.appending(path: "bins-signed.txt") }

    private func noteBinsSigned(at time: Date) throws {
        try DurableFile.write(Data(Timestamp.text(time).utf8), to: note)
    }

    /// The bins to sign today: enough of the oldest ones that each bin is signed once in half of its lifetime.
    private func dueBins(in repository: inout TUFRepository, at time: Date) throws -> [String] {
        let last = FileManager.default.contents(atPath: note.path).flatMap {
            Timestamp.date(String(decoding: $0, as: UTF8.self))
        }
        // A clock that was set back must not stop this for good.
        if let last, last <= time, time.timeIntervalSince(last) < 86_400 { return [] }
        let names = repository.bins(under: TrustRoles.releases)
        let days = TrustRoles.binLifetime / 2 / 86_400
        // cannot trap: a number of bins, divided by a number of days.
        let quota = Int((Double(names.count) / days).rounded(.up))
        let statuses = try names.map { try repository.status(of: $0) }.sorted { $0.expires < $1.expires }
        let fresh = time.addingTimeInterval(TrustRoles.binLifetime - 86_400)
        let late = time.addingTimeInterval(TrustRoles.binLifetime / 2)
        let oldest = statuses.prefix(quota).filter { $0.expires < fresh }
        // After the Center was stopped for long, more than a day's share is late.
        return (oldest + statuses.dropFirst(quota).filter { $0.expires < late }).map(\.role)
    }

    /// Accepts the changes in the folder `incoming`: JSON files with roles that were signed offline. A file that is
    /// refused is renamed, and logged.
    private func takeInOfflineRoles() throws {
        let folder = directory.appending(path: "incoming")
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { return }
        for name in names.sorted() where name.hasSuffix(".json") {
            let file = folder.appending(path: name)
            do {
                let roles = try TrustProposal.read(file)
                try TrustForm.check(roles, on: try open().repository, at: now())
                try change { opened in
                    try opened.repository.accept(roles)
                    try opened.repository.publish()
                }
                try FileManager.default.removeItem(at: file)
                logger.notice(
                    "A change that was signed offline was accepted.",
                    metadata: ["roles": "\(TrustRoles.names(of: roles.map(\.role)))"])
            } catch let error where Self.isPassing(error) {
                logger.error(
                    "A change that was signed offline could not be accepted; it is retried.",
                    metadata: ["file": "\(name)", "error": "\(ErrorText.sentence(of: error))"])
            } catch {
                logger.error(
                    "A change that was signed offline was refused.",
                    metadata: ["file": "\(name)", "error": "\(ErrorText.sentence(of: error))"])
                setAside(file)
            }
        }
    }

    /// The names of refused files in `incoming`, at most 100; the log has the reasons.
    nonisolated func refusedFiles() -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path + "/incoming")
        return Array((names ?? []).filter { $0.contains(".json.refused") }.sorted().prefix(100))
    }

    /// Whether an error may be temporary: one of the disk, of another process, or of keys that are being replaced.
    private static func isPassing(_ error: any Error) -> Bool {
        switch error {
        case TUFError.storage, TUFError.changedElsewhere, TUFError.keysMissing: true
        case is TUFError, is CeremonyError: false
        default: true
        }
    }

    /// Renames a refused file, so that it is not read again. If that fails, the Center's other work continues.
    private func setAside(_ file: URL) {
        var number = 1
        var place = file.appendingPathExtension("refused")
        while FileManager.default.fileExists(atPath: place.path), number < 1_000 {
            number += 1
            place = file.appendingPathExtension("refused-\(number)")
        }
        do {
            do {
                try FileManager.default.moveItem(at: file, to: place)
            } catch {
                // Its name may be too long for another extension.
                let name = "\(UUID().uuidString.prefix(8)).json.refused"
                try FileManager.default.moveItem(at: file, to: file.deletingLastPathComponent().appending(path: name))
            }
        } catch {
            logger.error(
                "A refused file could not be renamed.", metadata: ["error": "\(ErrorText.sentence(of: error))"])
        }
    }
}
