import AtollHub
import AtollPackages
import AtollRuntime
import AtollUI
import Foundation
import SwiftUI

/// The services that the hub needs from the app around it.
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
    /// The source of users' ratings and reports, and the receiver of this user's.
    public let feedback: any FeedbackSource
    /// Returns a link to a mini app, to share with others.
    public let link: @MainActor (MiniAppID) -> URL?
    /// Opens a page of a mini app by its path, as a link would.
    public let openPage: @MainActor (MiniAppID, _ path: String) -> Void
    /// The page of a mini app to which the last link leads, until it is taken.
    public let linkedPage: @MainActor (MiniAppID) -> String?
    /// Returns that page and forgets it, so that the mini app does not begin with it again.
    public let takePage: @MainActor (MiniAppID) -> String?
    /// The source of mini apps' release notes and pictures.
    public let presentation: any PresentationSource

    /// Services with these values.
    public init(
        model: HubModel, icons: any HubIconSource, host: MiniAppHostInfo,
        session: @escaping @MainActor (MiniAppID) -> MiniAppSession,
        listing: @escaping @MainActor (MiniAppID) async throws -> MiniAppListing, feedback: any FeedbackSource,
        presentation: any PresentationSource, link: @escaping @MainActor (MiniAppID) -> URL?,
        openPage: @escaping @MainActor (MiniAppID, String) -> Void,
        linkedPage: @escaping @MainActor (MiniAppID) -> String?,
        takePage: @escaping @MainActor (MiniAppID) -> String?
    ) {
        self.model = model
        self.icons = icons
        self.host = host
        self.session = session
        self.listing = listing
        self.feedback = feedback
        self.presentation = presentation
        self.link = link
        self.openPage = openPage
        self.linkedPage = linkedPage
        self.takePage = takePage
    }
}
