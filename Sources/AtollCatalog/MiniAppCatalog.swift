import AtollPackages
import Foundation

/// The device's side of the Mini App Center, for one user: which mini apps there are, and the files of one to open.
///
/// The cache behind it belongs to the device and can be shared between users; whether a user may open a mini app is
/// asked of the Center each time.
public struct MiniAppCatalog: Sendable {
    let client: CenterClient
    private let cache: MiniAppCache
    private let releases: TrustedReleases

    /// - Parameters:
    ///   - center: The Center's address, such as `https://miniapps.example.com`.
    ///   - cache: Where installed versions lie.
    ///   - releases: What this device believes about releases.
    ///   - transport: How the Center is reached.
    ///   - token: Gives the signed-in user's token each time one is needed, or nil where nobody is signed in.
    public init(
        center: URL, cache: MiniAppCache, releases: TrustedReleases, transport: any CatalogTransport,
        token: @escaping @Sendable () async throws -> String?
    ) {
        client = CenterClient(center: center, transport: transport, host: releases.host, token: token)
        self.cache = cache
        self.releases = releases
    }

    /// The files of the release that this device accepts: from the cache where they are there, otherwise fetched, each
    /// checked, and kept.
    ///
    /// The listing says which mini app is meant. What is opened is what its publisher and the operator have both signed
    /// for, whatever the listing says beside.
    ///
    /// Either all files are there afterwards or the cache is as it was before (but for blobs that nothing names yet,
    /// which the next attempt uses). Calls for the same version at the same time share one installation.
    public func install(_ listing: MiniAppListing) async throws(CatalogError) -> InstalledMiniApp {
        let release = try await releases.release(of: listing.id, announced: listing.files)
        return try await cache.install(release, from: client)
    }

    /// Loads a mini app: the release that this device accepts now, as ``install(_:)`` does; or, while the Center is out of reach,
    /// the one in the cache, if it may still run.
    ///
    /// Whether this user may open it is another question, which ``miniApp(id:)`` asks the Center.
    ///
    /// - Parameter announced: The files of the current version as the Center lists them, where that was asked.
    /// - Throws: ``CatalogError/offlineTooLong(since:)`` where the Center was not heard for longer than the policy allows.
    public func load(
        _ id: MiniAppID, announced: FileListReference? = nil
    ) async throws(CatalogError) -> LoadedMiniApp {
        do throws(CatalogError) {
            let release = try await releases.release(of: id, announced: announced)
            return LoadedMiniApp(miniApp: try await cache.install(release, from: client), origin: .current)
        } catch {
            guard case .network = error, let cached = try await cache.newest(of: id) else { throw error }
            let since = try await releases.admitOffline(cached.statement)
            return LoadedMiniApp(miniApp: cached.miniApp, origin: .offline(since: since))
        }
    }

    /// The picture for a mini app's tile.
    public func icon(_ icon: MiniAppListing.Icon) async throws(CatalogError) -> Data {
        try await cache.blob(icon.sha256, length: icon.length, from: client)
    }
}
