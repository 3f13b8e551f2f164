import AtollPackages
import BoundedHTTP
import DurableFiles
import Foundation
import PrintableText
import SignedJSON
import TUF

/// The releases that a device trusts: the repository's metadata, verified from the trust anchor down, and the floors
/// that the device has seen.
///
/// ```
/// trust/<repository>/metadata/…   the trusted metadata, a file for each role
/// trust/<repository>/targets/…    descriptors and publishers' files
/// trust/<repository>/floors.json  the highest floor seen for each mini app
/// trust/<repository>/heard        when the Center was last reached and its metadata verified
/// trust/install-id                the id by which staged releases tell devices apart
/// ```
public actor TrustedReleases {
    private let client: TUFClient
    private let heard = HeardTime()
    private let targetsURL: URL
    private let targets: URL
    private let floorFile: URL
    private let heardFile: URL
    private let offline: OfflinePolicy
    let repository: SHA256Hash
    /// The super app that runs the mini apps.
    public nonisolated let host: HostIdentity
    let installID: String
    let now: @Sendable () -> Date
    private let maximumAge: TimeInterval
    private var floors: [MiniAppID: SeenFloor]
    private var refreshed: Date?
    /// The last call. Calls run one after another: each sees what the one before has verified.
    private var last: Task<Void, Never>?
    /// The last refresh that failed in the network, and when it began: calls that waited for it get the same error.
    private var failure: (began: Duration, error: CatalogError)?

    /// The longest time for a call, including the wait for earlier ones: after that, a cached version should open.
    private static let patience = Duration.seconds(18)

    /// Opens the trusted metadata in `directory`, and starts from the anchor if it is missing.
    ///
    /// - Parameters:
    ///   - directory: Stores the metadata, the floors and the install id; created if it is missing.
    ///   - anchor: The root of trust that the super app ships.
    ///   - host: The super app that runs the mini apps.
    ///   - center: The Center's URL, or that of any server with a copy of its repository.
    ///   - transport: Reaches the Center; requests that fail in the network are retried.
    ///   - maximumAge: How old metadata may be, in seconds, before it is refreshed.
    ///   - offline: For how long cached mini apps open without the Center.
    ///   - now: Returns the current time.
    /// - Throws: ``CatalogError/untrusted(_:)`` for a bad anchor or bad metadata, or ``CatalogError/storage(_:)``.
    public init(
        directory: URL, anchor: TrustAnchor, host: HostIdentity, center: URL, transport: any CatalogTransport,
        maximumAge: TimeInterval = 60, offline: OfflinePolicy = OfflinePolicy(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(CatalogError) {
        let folder = directory.appending(path: anchor.repository.hex)
        let metadata = folder.appending(path: "metadata")
        targets = folder.appending(path: "targets")
        floorFile = folder.appending(path: "floors.json")
        heardFile = folder.appending(path: "heard")
        self.offline = offline
        targetsURL = center.appending(path: "v1/trust/targets")
        repository = anchor.repository
        self.host = host
        self.now = now
        self.maximumAge = maximumAge
        do {
            try DurableFile.makeFolder(metadata)
            installID = try Self.installID(in: directory)
            floors = try Self.floors(in: floorFile)
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
        do throws(TUFError) {
            if !FileManager.default.fileExists(atPath: metadata.appending(path: "root.json").path) {
                try TUFClient.trust(anchor.root, in: metadata)
                for (role, data) in anchor.seed { try TUFClient.keep(data, as: role, in: metadata) }
            }
            client = try TUFClient(
                directory: metadata, metadataURL: center.appending(path: "v1/trust/metadata"),
                transport: RepositoryTransport(
                    transport: RetryingTransport(base: transport), heard: heard, now: now),
                asksAhead: true, now: now
            )
        } catch {
            throw CatalogError(error)
        }
    }

    /// The release of a mini app that this device may run.
    ///
    /// - Parameter announced: The files of the current version as the Center lists them: only a hint that the metadata
    ///   may need a refresh.
    /// - Throws: ``CatalogError/untrusted(_:)`` or ``CatalogError/notAccepted(_:)`` with the reason; what was trusted
    ///   before remains trusted.
    public func release(
        of app: MiniAppID, announced: FileListReference? = nil
    ) async throws(CatalogError) -> AcceptedRelease {
        try await release(of: app, announced: announced, rollout: Rollout())
    }

    /// The device, or the user of a shared device, for which a release is chosen.
    struct Rollout: Sendable {
        /// The id by which staged releases tell the users of a shared device apart; nil for the install id.
        var id: String?
        /// The groups that this device or user is in.
        var groups: Set<String> = []
        /// The version code that has run for this user or device.
        var proven: Int?
    }

    func release(
        of app: MiniAppID, announced: FileListReference?, rollout: Rollout
    ) async throws(CatalogError) -> AcceptedRelease {
        try await inTurn { asked throws(CatalogError) in try await self.find(app, announced, rollout, asked) }
    }

    /// Runs `work` after the work that was requested before it, within ``patience``.
    func inTurn<Value: Sendable>(
        _ work: @escaping @Sendable (_ asked: Duration) async throws(CatalogError) -> Value
    ) async throws(CatalogError) -> Value {
        let asked = TransferTime.now()
        let previous = last
        let task = Task { () -> Result<Value, CatalogError> in
            await previous?.value
            do throws(CatalogError) {
                return .success(
                    try await TransferTime.within(Self.patience, since: asked) { () async throws(CatalogError) in
                        try await work(asked)
                    })
            } catch {
                return .failure(error)
            }
        }
        last = Task { _ = await task.value }
        return try await task.value.get()
    }

    /// The configuration of a super app's home screen, verified, or nil if the repository has none.
    ///
    /// - Returns: JSON, as ``HomeConfigurationFile`` describes it.
    /// - Throws: ``CatalogError``; the built-in configuration can then still be used.
    public func homeConfiguration(of superApp: String) async throws(CatalogError) -> Data? {
        try await inTurn { asked throws(CatalogError) in try await self.findHomeConfiguration(of: superApp, asked) }
    }

    private func findHomeConfiguration(
        of superApp: String, _ asked: Duration
    ) async throws(CatalogError) -> Data? {
        if !isRecent { try await refresh(asked) }
        let path = HomeConfigurationFile.path(of: superApp)
        guard let data = try await target(path, limit: HomeConfigurationFile.maximumLength) else { return nil }
        do throws(HomeConfigurationError) {
            try HomeConfigurationFile.check(data)
        } catch {
            throw .invalidResponse("the home configuration: \(error)")
        }
        return data
    }

    var isRecent: Bool {
        refreshed.map { (0..<maximumAge).contains(now().timeIntervalSince($0)) } ?? false
    }

    private func find(
        _ app: MiniAppID, _ announced: FileListReference?, _ rollout: Rollout, _ asked: Duration
    ) async throws(CatalogError) -> AcceptedRelease {
        if isRecent, let release = try? await choose(app, rollout),
            announced == nil || announced == release.statement.files
        {
            return release
        }
        try await refresh(asked)
        return try await choose(app, rollout)
    }

    /// Refreshes the metadata from the Center.
    ///
    /// - Parameter asked: When the call that needs it was made.
    func refresh(_ asked: Duration) async throws(CatalogError) {
        if let failure, asked <= failure.began { throw failure.error }
        refreshed = nil
        let began = TransferTime.now()
        do throws(TUFError) {
            try await client.refresh()
        } catch {
            let error = refusal(error)
            if case .network = error { failure = (began, error) }
            throw error
        }
        failure = nil
        let time = now()
        refreshed = time
        do {
            try DurableFile.write(Data(Timestamp.text(time).utf8), to: heardFile)
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    /// Whether a cached version may run while the Center is out of reach.
    ///
    /// - Returns: When the Center was last reached.
    /// - Throws: ``CatalogError/offlineTooLong(since:)``, or ``CatalogError/notAccepted(_:)`` for a version below the
    ///   floor or a statement that has expired.
    func admitOffline(_ statement: ReleaseStatement) throws(CatalogError) -> Date {
        let time = now()
        let heard = FileManager.default.contents(atPath: heardFile.path)
            .flatMap { Timestamp.date(String(decoding: $0, as: UTF8.self)) }
        // A clock that was set back can't extend this beyond the statement's expiry.
        guard let heard, time.timeIntervalSince(heard) <= Double(offline.maxDays) * 86_400, offline.maxDays > 0 else {
            throw .offlineTooLong(since: heard ?? .distantPast)
        }
        try admit(statement)
        return heard
    }

    /// Checks whether a cached version may run in place of a newer one.
    func admit(_ statement: ReleaseStatement) throws(CatalogError) {
        guard statement.expires > now() else { throw .notAccepted(.expired(statement.expires)) }
        let floor = floors[statement.app]?.floor ?? 0
        guard statement.version.code >= floor else {
            throw .notAccepted(.belowFloor(code: statement.version.code, floor: floor))
        }
    }

    private func choose(_ app: MiniAppID, _ rollout: Rollout) async throws(CatalogError) -> AcceptedRelease {
        // The publisher can usually be guessed from the id, so that both files are fetched at the same time.
        async let guess = likelyPublisher(of: app)
        let found = try await target(ReleaseDescriptor.path(of: app), limit: ReleaseDescriptor.maximumLength)
        let likely = await guess
        guard let data = found else { throw .notAccepted(.noRelease(app)) }
        let (descriptor, claimed): (ReleaseDescriptor, PublisherID)
        do throws(ReleaseRefusal) {
            descriptor = try ReleaseDescriptor(parsing: data)
            guard let first = descriptor.releases.first else { throw .noRelease(app) }
            // The publisher that it claims; whether that is true depends on the signatures by that publisher's keys.
            claimed = try ReleaseStatement(parsing: first.statement.bytes).publisher
        } catch {
            throw .notAccepted(error)
        }
        let publisher = try await publisher(claimed, of: app, known: likely?.id == claimed ? likely?.data : nil)
        let policy = ReleasePolicy(
            repository: repository, host: host, installID: rollout.id ?? installID, groups: rollout.groups,
            proven: rollout.proven, now: now())
        var floor = floor(of: app, epoch: publisher.floorsEpoch(of: app))
        let result: Result<AcceptedRelease, ReleaseRefusal>
        do throws(ReleaseRefusal) {
            result = .success(try policy.choose(from: descriptor, of: app, by: publisher, floor: &floor))
        } catch {
            result = .failure(error)
        }
        // Stored even if no release is accepted now.
        try keep(floor, of: app, epoch: publisher.floorsEpoch(of: app))
        switch result {
        case .success(let release): return release
        case .failure(let refusal): throw .notAccepted(refusal)
        }
    }

    /// The publisher whose id is the prefix of a mini app's id, and its file, if it exists.
    private func likelyPublisher(of app: MiniAppID) async -> (id: PublisherID, data: Data)? {
        let labels = app.rawValue.split(separator: ".").dropLast().joined(separator: ".")
        guard let id = PublisherID(labels), let data = try? await publisherData(id) else { return nil }
        return (id, data)
    }

    private func publisherData(_ id: PublisherID) async throws(CatalogError) -> Data? {
        try await target(PublisherFile.path(of: id), limit: PublisherFile.maximumLength)
    }

    /// The verified file of a publisher.
    ///
    /// - Parameter known: The bytes of the publisher's file, if they were fetched and verified already.
    func publisher(
        _ id: PublisherID, of app: MiniAppID, known: Data?
    ) async throws(CatalogError) -> PublisherFile {
        var data = known
        if data == nil, app.belongs(to: id) { data = try await publisherData(id) }
        guard app.belongs(to: id), let data else { throw .notAccepted(.unknownPublisher(app)) }
        do throws(ReleaseRefusal) {
            let file = try PublisherFile(parsing: data)
            guard file.publisher == id else { throw .otherPublisher(file.publisher, expected: id) }
            return file
        } catch {
            throw .notAccepted(error)
        }
    }

    /// The verified bytes of a target, or nil if no trusted role lists it.
    private func target(_ path: String, limit: Int) async throws(CatalogError) -> Data? {
        do throws(TUFError) {
            guard let target = try await client.target(path) else { return nil }
            // The signer of a bin could announce a target of any length.
            guard target.length <= limit else { throw .wrongLength(path, expected: limit, found: target.length) }
            let file = try await client.download(path, from: targetsURL, to: targets)
            do {
                return try Data(contentsOf: file)
            } catch {
                throw .storage(ErrorText.sentence(of: error))
            }
        } catch {
            throw refusal(error)
        }
    }

    /// Why metadata is not trusted. To a device whose clock is ahead, metadata has expired that by the server's clock
    /// has not.
    private func refusal(_ error: TUFError) -> CatalogError {
        guard case .expired(_, let text) = error, let (device, server) = heard.difference,
            let expires = Timestamp.date(text), server < expires, expires <= device
        else { return CatalogError(error) }
        return .wrongClock(device: device, server: server)
    }

    /// The highest floor seen since the review team began this epoch; 0 if none was.
    func floor(of app: MiniAppID, epoch: Int) -> Int {
        guard let known = floors[app], known.epoch >= epoch else { return 0 }
        return known.floor
    }

    /// Stores a floor before anything that it permits runs. A later epoch discards the floors of those before it; an
    /// earlier epoch, such as that of an old publisher's file, changes nothing.
    private func keep(_ floor: Int, of app: MiniAppID, epoch: Int) throws(CatalogError) {
        let known = floors[app] ?? SeenFloor(floor: 0, epoch: 0)
        let seen =
            epoch > known.epoch
            ? SeenFloor(floor: floor, epoch: epoch) : SeenFloor(floor: max(floor, known.floor), epoch: known.epoch)
        guard seen != known else { return }
        var changed = floors
        changed[app] = seen
        do {
            let texts = Dictionary(changed.map { ($0.key.rawValue, $0.value) }) { first, _ in first }
            try DurableFile.write(JSONEncoder().encode(texts), to: floorFile)
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
        floors = changed
    }

    private static func floors(in file: URL) throws -> [MiniAppID: SeenFloor] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
        // own: a file of this host
        let texts = try JSONDecoder().decode([String: SeenFloor].self, from: Data(contentsOf: file))
        return Dictionary(texts.compactMap { text, floor in MiniAppID(text).map { ($0, floor) } }) { first, _ in first }
    }

    private static func installID(in directory: URL) throws -> String {
        let file = directory.appending(path: "install-id")
        if let data = FileManager.default.contents(atPath: file.path) { return String(decoding: data, as: UTF8.self) }
        let id = UUID().uuidString
        try DurableFile.write(Data(id.utf8), to: file)
        return id
    }
}

/// Adapts the catalog's transport to the TUF client.
private struct RepositoryTransport: TUFTransport {
    let transport: any CatalogTransport
    let heard: HeardTime
    let now: @Sendable () -> Date

    func get(_ url: URL, limit: Int) async throws(TUFTransportError) -> Data {
        let response: CatalogResponse
        do throws(CatalogError) {
            // The repository is public: no token goes with the request, so that any CDN can answer it.
            response = try await transport.get(CatalogRequest(url, limit: limit))
        } catch {
            switch error {
            case .network(let reason): throw .network(reason)
            case .invalidResponse(let reason): throw .invalid(reason)
            default: throw .network(error.description)
            }
        }
        if let date = response.date { heard.note(date, at: now()) }
        switch response.status {
        case 200: return response.body
        // Object stores respond with 403 for a file that does not exist.
        case 403, 404: throw .notFound
        default: throw .status(response.status)
        }
    }
}

extension CatalogError {
    /// Distinguishes a repository that is out of reach from one that can't be trusted.
    init(_ error: TUFError) {
        switch error {
        case .transport(_, .network(let reason)): self = .network(reason)
        case .transport(let name, .status(let status)):
            self = .network("the Center responded with status \(status) to a request for \(name)")
        case .storage(let reason): self = .storage(reason)
        default: self = .untrusted(error)
        }
    }
}
