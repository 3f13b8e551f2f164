import AtollHub
import AtollPackages
import AtollRuntime
import AtollUI
import SwiftUI

/// What the hub needs of the app around it.
@MainActor
public struct HubServices {
    public let model: HubModel
    public let icons: any HubIconSource
    public let host: MiniAppHost
    /// A session for a mini app that is opened.
    public let session: @MainActor (MiniAppID) -> MiniAppSession
    /// What there is to know of a mini app.
    public let listing: @MainActor (MiniAppID) async throws -> MiniAppListing

    public init(
        model: HubModel, icons: any HubIconSource, host: MiniAppHost,
        session: @escaping @MainActor (MiniAppID) -> MiniAppSession,
        listing: @escaping @MainActor (MiniAppID) async throws -> MiniAppListing
    ) {
        self.model = model
        self.icons = icons
        self.host = host
        self.session = session
        self.listing = listing
    }
}
