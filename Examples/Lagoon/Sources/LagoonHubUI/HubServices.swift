import AtollHub
import AtollPackages
import AtollRuntime
import AtollUI
import Foundation
import SwiftUI

/// The app's services for the hub.
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
    /// Says what users think of mini apps, and takes what this user thinks.
    public let feedback: any FeedbackSource
    /// A link that leads others to a mini app.
    public let link: @MainActor (MiniAppID) -> URL?
    /// Opens a page of a mini app, given as its path, as a link would.
    public let openPage: @MainActor (MiniAppID, _ path: String) -> Void
    /// The page of a mini app to which the last link leads, until it is taken.
    public let linkedPage: @MainActor (MiniAppID) -> String?
    /// Takes that page, so that the mini app does not begin with it again.
    public let takePage: @MainActor (MiniAppID) -> String?
    /// Says what is new in mini apps, and shows their pages.
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
