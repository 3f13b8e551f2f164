import AtollPackages
import DurableFiles
import Foundation
import Logging
import PrintableText
import SignedJSON
import TUF

/// The Center's part of the repository: it signs descriptors, snapshot and timestamp, and takes in what is signed offline.
actor ReleaseRepository {
    /// A repository that is there, and what tells it from others.
    private struct Opened {
        var repository: TUFRepository
        let id: BlobDigest
    }

    let directory: URL
    private var keys: CenterKeys
    private let keyFolder: URL?
    private let now: @Sendable () -> Date
    private let logger: Logger
    private var opened: Opened?

    /// - Parameters:
    ///   - directory: Where the repository lies. It may be begun later: until then nothing can be published.
    ///   - keyFolder: Where the keys lie, beside which others may be made; they are taken once the repository names them.
    init(
        directory: URL, keys: CenterKeys, keyFolder: URL? = nil, logger: Logger, now: @escaping @Sendable () -> Date
    ) {
        self.directory = directory
        self.keys = keys
        self.keyFolder = keyFolder
        self.logger = logger
        self.now = now
    }

    /// The Center's keys, and those that are to follow them.
    private var signers: [Signer] {
        keys.signers + (keyFolder.flatMap { try? CenterKeys.next(of: $0) }?.signers ?? [])
    }

    /// Takes the keys of its folder anew where the repository names others than those of before: a ceremony may have put them there.
    private func takeKeys() {
        // They may just be being replaced; then those of before do for now.
        guard let keyFolder, let found = try? CenterKeys(opening: keyFolder) else { return }
        keys = found
    }

    /// Makes a change on what the directory holds; again, where another process was quicker.
    private func change(_ work: (inout Opened) throws -> Void) throws {
        try TUFRepository.retrying {
            var opened = try open()
            // Until it is done, what is known here may be out of date.
            self.opened = nil
            try work(&opened)
            self.opened = opened
        }
    }

    private func open() throws(PublishingError) -> Opened {
        guard TUFRepository.exists(in: directory) else { throw .noRepository }
        // A ceremony may have been held beside the Center.
        if let opened, opened.repository.isCurrent { return opened }
        do {
            takeKeys()
            let opened = Opened(
                repository: try TUFRepository(
                    opening: directory, signers: signers, lifetime: TrustRoles.lifetime(of:), now: now),
                id: BlobDigest(of: try TUFRepository.firstRoot(in: directory))
            )
            self.opened = opened
            return opened
        } catch {
            logger.error("The repository can't be opened.", metadata: ["error": "\(error)"])
            throw .repository(ErrorText.sentence(of: error))
        }
    }

    /// What statements have to name.
    func id() throws(PublishingError) -> BlobDigest { try open().id }

    /// Who a publisher is, as the review team signed it, or nil where it was not taken in.
    func publisher(_ id: PublisherID) throws -> PublisherFile? {
        try target(PublisherFile.path(of: id), under: TrustRoles.publishers).map { try PublisherFile(parsing: $0) }
    }

    /// What devices are told of a mini app.
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
    /// - Throws: ``PublishingError``; then devices see what they saw before.
    func publish(_ descriptors: [ReleaseDescriptor]) throws(PublishingError) {
        var targets: [(path: String, data: Data)] = []
        for descriptor in descriptors {
            let data = descriptor.encoded()
            do {
                // What no device would read is not published.
                _ = try ReleaseDescriptor(parsing: data)
            } catch {
                logger.error("Releases could not be published.", metadata: ["error": "\(error)"])
                throw .repository(ErrorText.sentence(of: error))
            }
            targets.append((ReleaseDescriptor.path(of: descriptor.app), data))
        }
        try publish(targets)
    }

    private func publish(_ targets: [(path: String, data: Data)]) throws(PublishingError) {
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
        } catch let error as PublishingError {
            throw error
        } catch {
            logger.error("The repository could not be published.", metadata: ["error": "\(error)"])
            throw .repository(ErrorText.sentence(of: error))
        }
    }

    /// What a super app says about its home, or nil where it says nothing.
    func homeConfiguration(of superApp: String) throws -> Data? {
        try target(HomeConfigurationFile.path(of: superApp), under: TrustRoles.releases)
    }

    /// Publishes what a super app says about its home.
    ///
    /// - Throws: ``HomeConfigurationError`` or ``PublishingError``; then devices see what they saw before.
    func publish(homeConfiguration data: Data, of superApp: String) throws {
        try HomeConfigurationFile.check(data)
        try publish([(path: HomeConfigurationFile.path(of: superApp), data: data)])
    }

    /// A file of the repository as it is served, or nil where there is none.
    ///
    /// - Parameter path: Below the repository's directory; its components were checked.
    nonisolated func file(_ path: String) -> Data? {
        FileManager.default.contents(atPath: directory.path + "/" + path)
    }
}

extension ReleaseRepository {
    /// An offline role that is out of date soon, or already.
    struct Warning: Encodable, Hashable {
        let role: String
        let expires: Date
    }

    /// What has to be signed offline within 60 days; one line for all bins of publishers.
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

    /// Does what is due: takes in what was signed offline, signs the timestamp anew each day, and some bins with it, and
    /// removes what was replaced a day ago.
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
            logger.info("Signed the repository anew.", metadata: ["bins": "\(bins.count)"])
        }
        try adoptKeys()
        try open().repository.prune(replacedBefore: time.addingTimeInterval(-86_400))
        for warning in try warnings() {
            logger.warning(
                "A role has to be signed offline.",
                metadata: ["role": "\(warning.role)", "expires": "\(Timestamp.text(warning.expires))"])
        }
    }

    /// Takes the keys that were made beside the Center's, once the repository names them.
    private func adoptKeys() throws {
        guard let keyFolder else { return }
        let next = try CenterKeys.adoptNext(
            in: keyFolder,
            ifNamed: { next in next.areNamed(by: try open().repository) },
            now: now())
        guard let next else { return }
        keys = next
        opened = nil
        logger.notice("The Center signs with its next keys from now on.")
    }

    private var note: URL { directory.appending(path: "bins-signed.txt") }

    private func noteBinsSigned(at time: Date) throws {
        try DurableFile.write(Data(Timestamp.text(time).utf8), to: note)
    }

    /// The bins to be signed today: the oldest, so many that all have their turn in half of a bin's life.
    private func dueBins(in repository: inout TUFRepository, at time: Date) throws -> [String] {
        let last = FileManager.default.contents(atPath: note.path).flatMap {
            Timestamp.date(String(decoding: $0, as: UTF8.self))
        }
        // A clock that was set back must not stop the work for good.
        if let last, last <= time, time.timeIntervalSince(last) < 86_400 { return [] }
        let names = repository.bins(under: TrustRoles.releases)
        let days = TrustRoles.binLifetime / 2 / 86_400
        // cannot trap: a number of bins over one of days.
        let quota = Int((Double(names.count) / days).rounded(.up))
        let statuses = try names.map { try repository.status(of: $0) }.sorted { $0.expires < $1.expires }
        let fresh = time.addingTimeInterval(TrustRoles.binLifetime - 86_400)
        let late = time.addingTimeInterval(TrustRoles.binLifetime / 2)
        let oldest = statuses.prefix(quota).filter { $0.expires < fresh }
        // After a long rest, more than a day's share is late.
        return (oldest + statuses.dropFirst(quota).filter { $0.expires < late }).map(\.role)
    }

    /// Takes in what lies in the folder `incoming`: roles that were signed offline, each a file of JSON. What is refused is
    /// set aside, and logged.
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
                    "Took in what was signed offline.",
                    metadata: ["roles": "\(TrustRoles.names(of: roles.map(\.role)))"])
            } catch let error where Self.isPassing(error) {
                logger.error(
                    "What was signed offline could not be taken in; it is tried again.",
                    metadata: ["file": "\(name)", "error": "\(ErrorText.sentence(of: error))"])
            } catch {
                logger.error(
                    "What was signed offline is refused.",
                    metadata: ["file": "\(name)", "error": "\(ErrorText.sentence(of: error))"])
                setAside(file)
            }
        }
    }

    /// The names of the files in `incoming` that were refused and set aside, at most 100; the log has the reasons.
    nonisolated func refusedFiles() -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path + "/incoming")
        return Array((names ?? []).filter { $0.contains(".json.refused") }.sorted().prefix(100))
    }

    /// Whether a fault may be gone the next time: of the disk, of another process, of keys that are just being replaced.
    private static func isPassing(_ error: any Error) -> Bool {
        switch error {
        case TUFError.storage, TUFError.changedElsewhere, TUFError.keysMissing: true
        case is TUFError, is CeremonyError: false
        default: true
        }
    }

    /// Keeps what is refused under a name of its own; where even that fails, the Center's other work goes on.
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
                // Its name may be too long for another ending.
                let name = "\(UUID().uuidString.prefix(8)).json.refused"
                try FileManager.default.moveItem(at: file, to: file.deletingLastPathComponent().appending(path: name))
            }
        } catch {
            logger.error("It could not be set aside.", metadata: ["error": "\(ErrorText.sentence(of: error))"])
        }
    }
}
