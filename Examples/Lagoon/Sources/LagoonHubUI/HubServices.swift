import AtollHub
import AtollPackages
import AtollRuntime
import AtollUI
import SwiftUI

/// What the hub needs from the app around it.
@MainActor
public struct HubServices {
    /// The model of the hub.
    public let model: HubModel
    /// The source of the mini apps' icons.
    public let icons: any HubIconSource
    /// The super app and its user, as mini apps see them.
    public let host: MiniAppHostInfo
    /// Makes a session for a mini app that is opened.
    public let session: @MainActor (MiniAppID) -> MiniAppSession
    /// Fetches the details of a mini app.
    public let listing: @MainActor (MiniAppID) async throws -> MiniAppListing

    /// Services with these values.
    public init(
        model: HubModel, icons: any HubIconSource, host: MiniAppHostInfo,
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
