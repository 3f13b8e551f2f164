import AtollCatalog
import AtollPackages
import Logging

/// The Center's last answer about the mini apps that a user may open: the listings that it sent.
struct KnownEntitlements: EntitlementMemory {
    let known: KnownListings
    /// The user's id.
    let user: String
    let logger: Logger

    func wasAllowed(_ id: MiniAppID) async -> Bool { await known.listing(of: id, for: user) != nil }

    func note(_ id: MiniAppID, _ listing: MiniAppListing?) async {
        do {
            if let listing {
                try await known.remember(listing, for: user)
            } else {
                try await known.forget(id, for: user)
            }
        } catch {
            logger.error(
                "The Center's answer about a mini app could not be stored. It is valid until the shell restarts.",
                metadata: ["miniApp": "\(id)", "isAllowed": "\(listing != nil)", "error": "\(error)"])
        }
    }
}
