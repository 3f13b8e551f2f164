import AtollCatalog
import AtollPackages

/// The Center, as each of the shell's users sees it.
struct CenterAccess: Sendable {
    let configuration: ShellConfiguration
    let tokens: TokenIssuer
    let cache: MiniAppCache
    let releases: TrustedReleases
    let transport: any CatalogTransport

    /// The catalog as `user` sees it.
    func catalog(for user: User) -> MiniAppCatalog {
        MiniAppCatalog(center: configuration.center, cache: cache, releases: releases, transport: transport) {
            try await tokens.token(for: user, audience: configuration.centerAudience)
        }
    }

    /// Whether `user` may open a mini app that they could open before: not where there is no such user any longer, or the
    /// Center says no. Where it says nothing, they may.
    func allows(_ user: User?, toOpen miniApp: MiniAppID) async -> Bool {
        guard let user else { return false }
        do throws(CatalogError) {
            _ = try await catalog(for: user).miniApp(id: miniApp)
            return true
        } catch {
            switch error {
            case .notFound, .unauthorized: return false
            default: return true
            }
        }
    }
}
