import AtollPackages
import Foundation

/// The device's side of the Mini App Center, for one user: which mini apps there are, and the files of one to open.
///
/// The cache behind it belongs to the device and can be shared between users; whether a user may open a mini app is
/// asked of the Center each time.
public final class MiniAppCatalog: Sendable {
    /// What is kept on this device.
    public let cache: MiniAppCache
    let client: CenterClient
    let releases: TrustedReleases
    private let policy: LoadPolicy
    private let readyWithin: Double
    private let runner: Runner?

    /// - Parameters:
    ///   - center: The Center's address, such as `https://miniapps.example.com`.
    ///   - cache: Where installed versions lie.
    ///   - releases: What this device believes about releases.
    ///   - transport: How the Center is reached; what the network stops is tried again.
    ///   - policy: Which version is opened where nothing else is said.
    ///   - readyWithin: The time, in seconds, within which a version that was started has to be ready.
    ///   - runner: The user, on a device that many share.
    ///   - token: Gives the signed-in user's token each time one is needed, or nil where nobody is signed in.
    public init(
        center: URL, cache: MiniAppCache, releases: TrustedReleases, transport: any CatalogTransport,
        policy: LoadPolicy = .current, readyWithin: Double = 15, runner: Runner? = nil,
        token: @escaping @Sendable () async throws -> String?
    ) {
        client = CenterClient(
            center: center, transport: RetryingTransport(base: transport), host: releases.host, token: token)
        self.cache = cache
        self.releases = releases
        self.policy = policy
        self.readyWithin = readyWithin
        self.runner = runner
    }

    /// Loads a mini app, to be opened: its files, each checked, as its publisher and the operator have both signed for them.
    ///
    /// With ``LoadPolicy/current``, that is the release that this device accepts now: from the cache where it is there,
    /// otherwise fetched. With ``LoadPolicy/cacheFirst`` it is what the cache has, while a newer release is fetched. While the
    /// Center is out of reach it is what the cache has, if that may still run. And where a version has not become ready
    /// twice, the one before it is run.
    ///
    /// Either all files are there afterwards or the cache is as it was before (but for blobs that nothing names yet,
    /// which the next attempt uses). Calls for the same version at the same time share one installation.
    ///
    /// Whether this user may open it is another question, which ``miniApp(id:)`` asks the Center.
    ///
    /// - Parameters:
    ///   - policy: Another policy than the catalog's own.
    ///   - announced: The files of the current version as the Center lists them, where that was asked.
    ///   - progress: Told of the bytes that have come, in their order.
    /// - Throws: ``CatalogError``; ``CatalogError/offlineTooLong(since:)`` where the Center was not heard for longer than the
    ///   policy allows.
    public func load(
        _ id: MiniAppID, policy: LoadPolicy? = nil, announced: FileListReference? = nil,
        progress: (@Sendable (LoadProgress) -> Void)? = nil
    ) async throws(CatalogError) -> LoadedMiniApp {
        var loaded = try await version(of: id, policy: policy, announced: announced, progress: progress)
        let version = loaded.miniApp.manifest.version
        let history = await cache.noteOpening(id, version, for: runner)
        let forAll = runner == nil ? nil : await cache.history(of: id).setAside
        if let newer = [history.setAside, forAll].compactMap(\.self).max(by: { $0.code < $1.code }),
            newer.code > version.code
        {
            loaded.notice = .setAside(newer: newer)
        } else if let before = history.opened, before.code < version.code {
            loaded.notice = .updated(from: before)
        }
        return loaded
    }

    /// What ``load(_:policy:announced:progress:)`` would open, for somebody who only looks at it: as a card on a home screen
    /// does. It counts as no opening, so what there is to say of the version is left for the user to read.
    public func version(
        of id: MiniAppID, policy: LoadPolicy? = nil, announced: FileListReference? = nil,
        progress: (@Sendable (LoadProgress) -> Void)? = nil
    ) async throws(CatalogError) -> LoadedMiniApp {
        if policy ?? self.policy == .cacheFirst, await !cache.mustAsk(for: id),
            let cached = try await cache.newest(of: id, for: runner),
            let since = try? await releases.admitOffline(cached.statement)
        {
            Task { await updateInBackground(id, announced: announced) }
            return LoadedMiniApp(miniApp: cached.miniApp, statement: cached.statement, origin: .cached(since: since))
        }
        do throws(CatalogError) {
            let loaded = try await update(id, announced: announced, progress: progress)
            await cache.noteAsked(for: id, isRefused: false)
            return loaded
        } catch {
            guard case .network = error, let cached = try await cache.newest(of: id, for: runner) else { throw error }
            let since = try await releases.admitOffline(cached.statement)
            return LoadedMiniApp(miniApp: cached.miniApp, statement: cached.statement, origin: .offline(since: since))
        }
    }

    /// Fetches what is newer for the next opening. Where what the Center says is refused, the next opening asks again rather than
    /// take what is here, and tells the reason: nobody is kept on an old version unnoticed.
    private func updateInBackground(_ id: MiniAppID, announced: FileListReference?) async {
        do throws(CatalogError) {
            try await update(id, announced: announced, progress: nil)
            await cache.noteAsked(for: id, isRefused: false)
        } catch {
            switch error {
            case .untrusted, .notAccepted, .refused, .corrupted, .invalidResponse:
                await cache.noteAsked(for: id, isRefused: true)
            // Out of reach, or a disk that is full: what is here is as good as before.
            default: return
            }
        }
    }

    /// Makes sure that the release that this device accepts now is in the cache, or the one before it where that one does not
    /// run.
    @discardableResult
    private func update(
        _ id: MiniAppID, announced: FileListReference?, progress: (@Sendable (LoadProgress) -> Void)?
    ) async throws(CatalogError) -> LoadedMiniApp {
        let release = try await release(of: id, announced: announced)
        let newer = release.statement.version
        if await cache.isSetAside(newer, of: id, for: runner),
            let fallback = try await cache.fallback(of: id, for: runner),
            (try? await releases.admit(fallback.statement)) != nil
        {
            return LoadedMiniApp(miniApp: fallback.miniApp, statement: fallback.statement, origin: .current)
        }
        let miniApp = try await cache.install(release, from: client, progress: progress)
        return LoadedMiniApp(miniApp: miniApp, statement: release.statement, origin: .current)
    }

    /// The release that is meant for this device, or for this user of it. One that has run stays while it is live.
    private func release(
        of id: MiniAppID, announced: FileListReference? = nil
    ) async throws(CatalogError) -> AcceptedRelease {
        let proven = await cache.history(of: id, for: runner).good
        let release = try await releases.release(
            of: id, announced: announced, rollout: .init(id: runner?.rolloutID, proven: proven))
        await cache.noteAccepted(id, code: release.statement.version.code, for: runner)
        return release
    }

    /// Fetches mini apps before they are opened, in this order, as long as they fit a budget.
    ///
    /// - Parameter budget: The most bytes of files that are fetched. What does not fit is passed over; what is here costs
    ///   nothing.
    /// - Returns: What became of each.
    public func prefetch(_ ids: [MiniAppID], budget: Int) async -> [MiniAppID: PrefetchOutcome] {
        var outcomes: [MiniAppID: PrefetchOutcome] = [:]
        var left = budget
        for id in ids where !Task.isCancelled {
            do throws(CatalogError) {
                let release = try await release(of: id)
                let cost = try await cache.missingBytes(of: release)
                guard cost <= left else {
                    outcomes[id] = .overBudget(bytes: cost)
                    continue
                }
                _ = try await cache.install(release, from: client)
                left -= cost
                outcomes[id] = .cached(fetched: cost)
            } catch {
                outcomes[id] = .failed(error)
            }
        }
        return outcomes
    }

    /// Tells that a version that was loaded is being started. Unless ``becameReady(_:)`` follows in time, it has failed; after
    /// two failures the version that ran before it is opened instead.
    public func started(_ miniApp: InstalledMiniApp) async {
        await cache.started(miniApp, readyWithin: readyWithin, for: runner)
    }

    /// Tells that a version runs.
    public func becameReady(_ miniApp: InstalledMiniApp) async {
        await cache.becameReady(miniApp, for: runner)
    }

    /// Tells that a version that was started has failed, before its time was over.
    public func failed(_ miniApp: InstalledMiniApp) async {
        await cache.failed(miniApp, for: runner)
    }

    /// The picture for a mini app's tile.
    public func icon(_ icon: MiniAppListing.Icon) async throws(CatalogError) -> Data {
        try await cache.blob(icon.sha256, length: icon.length, from: client)
    }
}

/// What became of a mini app that was to be fetched before it is opened.
public enum PrefetchOutcome: Hashable, Sendable {
    /// It is in the cache; so many bytes had to come.
    case cached(fetched: Int)
    /// It would have needed more than was left.
    case overBudget(bytes: Int)
    case failed(CatalogError)
}
