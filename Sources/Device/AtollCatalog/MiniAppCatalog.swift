import AtollPackages
import Foundation

/// The device's side of the Mini App Center, for one user: finds mini apps and loads the files of one to open.
///
/// The cache behind it belongs to the device and can be shared between users. Only the Center decides whether a user
/// may open a mini app: see ``entitlement(to:remembering:)``.
public final class MiniAppCatalog: Sendable {
    /// The mini apps that are installed on this device.
    public let cache: MiniAppCache
    let client: CenterClient
    let releases: TrustedReleases
    private let policy: LoadPolicy
    private let readyWithin: Duration
    private let groups: Set<String>
    let runner: Runner?

    /// Creates a catalog for one user.
    ///
    /// - Parameters:
    ///   - center: The Center's URL, such as `https://miniapps.example.com`.
    ///   - cache: Stores the installed versions.
    ///   - releases: Decides which releases this device accepts.
    ///   - transport: Reaches the Center; requests that fail in the network are retried.
    ///   - policy: The policy for calls that do not pass their own.
    ///   - readyWithin: The time within which a version that was started must become ready.
    ///   - groups: The groups that this device is in: releases may go to some of them first.
    ///   - runner: The user, on a device that many users share.
    ///   - token: Returns the signed-in user's token each time one is needed, or nil if no user is signed in.
    public init(
        center: URL, cache: MiniAppCache, releases: TrustedReleases, transport: any CatalogTransport,
        policy: LoadPolicy = .current, readyWithin: Duration = .seconds(15), groups: Set<String> = [],
        runner: Runner? = nil,
        token: @escaping @Sendable () async throws -> String?
    ) {
        client = CenterClient(
            center: center, transport: RetryingTransport(base: transport), host: releases.host, token: token)
        self.cache = cache
        self.releases = releases
        self.policy = policy
        self.readyWithin = readyWithin
        self.groups = groups
        self.runner = runner
    }

    /// Loads a mini app to open: its files, each verified, as signed for by both its publisher and the operator.
    ///
    /// With ``LoadPolicy/current``, this is the release that this device accepts now, from the cache if it is installed
    /// and fetched otherwise. With ``LoadPolicy/cacheFirst``, it is the cached version, while a newer release is
    /// fetched in the background. While the Center is out of reach, it is the cached version, if that may still run. If
    /// a version failed to become ready twice, the version before it is loaded instead.
    ///
    /// Afterwards either all files are in the cache, or the cache is as it was before (except for blobs that no version
    /// names yet, which the next attempt uses). Concurrent calls for the same version share one installation.
    ///
    /// This does not check whether the user may open the mini app: ``miniApp(id:)`` asks the Center.
    ///
    /// - Parameters:
    ///   - policy: Overrides the catalog's own policy.
    ///   - announced: The files of the current version as the Center lists them, if it was asked.
    ///   - progress: Called with the bytes received so far, in ascending order.
    /// - Throws: ``CatalogError``; ``CatalogError/offlineTooLong(since:)`` if the Center was last reached longer ago
    ///   than the policy allows.
    public func load(
        _ id: MiniAppID, policy: LoadPolicy? = nil, announced: FileListReference? = nil,
        progress: (@Sendable (LoadProgress) -> Void)? = nil
    ) async throws(CatalogError) -> LoadedMiniApp {
        var loaded = try await version(of: id, policy: policy, announced: announced, progress: progress)
        let version = loaded.miniApp.manifest.version
        let history = await cache.noteOpening(id, version, for: runner)
        cache.usage?.opened(id, code: version.code, by: runner?.rolloutID)
        // A server sends what it has counted for all its users by itself.
        if runner == nil { Task { await sendUsage() } }
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

    /// The version that ``load(_:policy:announced:progress:)`` would open, for a mere look at it, such as a card on a
    /// home screen. It does not count as an opening, so notices about the version remain for the user to read.
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

    /// Fetches a newer version for the next opening. If the Center's response is refused, the next opening asks again
    /// instead of using the cache, and reports the reason: no user stays on an old version unnoticed.
    private func updateInBackground(_ id: MiniAppID, announced: FileListReference?) async {
        do throws(CatalogError) {
            try await update(id, announced: announced, progress: nil)
            await cache.noteAsked(for: id, isRefused: false)
        } catch {
            switch error {
            case .untrusted, .wrongClock, .notAccepted, .refused, .corrupted, .invalidResponse:
                await cache.noteAsked(for: id, isRefused: true)
            // The Center is out of reach or the disk is full: the cached version is as good as before.
            default: return
            }
        }
    }

    /// Installs the release that this device accepts now, or falls back to the version before it if that one was set
    /// aside.
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
        let received = ReceivedBytes()
        let miniApp = try await cache.install(release, from: client) { part in
            received.note(part)
            progress?(part)
        }
        cache.usage?.count(.updateBytes, received.count, of: id, code: newer.code)
        return LoadedMiniApp(miniApp: miniApp, statement: release.statement, origin: .current)
    }

    /// The release for this device, or for this user of it. A version that has run here stays eligible while it is
    /// live.
    func release(
        of id: MiniAppID, announced: FileListReference? = nil
    ) async throws(CatalogError) -> AcceptedRelease {
        let proven = await cache.history(of: id, for: runner).good
        let release = try await releases.release(
            of: id, announced: announced,
            rollout: .init(id: runner?.rolloutID, groups: runner?.groups ?? groups, proven: proven))
        await cache.noteAccepted(id, code: release.statement.version.code, for: runner)
        return release
    }

    /// Fetches mini apps before they are opened, in this order, within a budget.
    ///
    /// - Parameter budget: The most bytes of files to fetch. A mini app that does not fit is skipped; files that are in
    ///   the cache cost nothing.
    /// - Returns: The outcome for each mini app; those after a cancellation have none.
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

    /// Reports that a loaded version is being started. Unless ``becameReady(_:)`` follows in time, it counts as failed;
    /// after two failures the version that ran before it is opened instead.
    public func started(_ miniApp: InstalledMiniApp) async {
        await cache.started(miniApp, readyWithin: readyWithin, for: runner)
    }

    /// Reports that a version has become ready.
    public func becameReady(_ miniApp: InstalledMiniApp) async {
        await cache.becameReady(miniApp, for: runner)
    }

    /// Reports that a version that was started has failed, without waiting for its time to run out.
    public func failed(_ miniApp: InstalledMiniApp) async {
        await cache.failed(miniApp, for: runner)
    }

    /// The bytes of the icon for a mini app's tile, from the cache or the Center.
    ///
    /// - Throws: ``CatalogError/invalidResponse(_:)`` if the icon is longer than
    ///   ``MiniAppListing/Icon/maximumLength``, or the error that prevented it from being fetched or stored.
    public func icon(_ icon: MiniAppListing.Icon) async throws(CatalogError) -> Data {
        try await cache.blob(icon.sha256, length: icon.length, from: client)
    }
}
