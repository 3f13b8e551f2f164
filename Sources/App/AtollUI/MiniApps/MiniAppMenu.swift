import Foundation
import SwiftUI

/// The items in the menu of a mini app's screen, in addition to its permissions and a restart. Items that are nil are
/// left out.
///
/// ```swift
/// MiniAppView(session, host: host, menu: MiniAppMenu(link: link)) { navigator.dismiss(.miniApp(id)) }
/// ```
@MainActor
public struct MiniAppMenu {
    let link: URL?
    let isFavourite: Binding<Bool>?
    let showDetails: (@MainActor () -> Void)?
    let report: (@MainActor () -> Void)?

    /// Creates a menu.
    ///
    /// - Parameters:
    ///   - link: A link to the mini app, to share with others.
    ///   - isFavourite: Whether it is one of the user's favourites.
    ///   - showDetails: Shows details about it.
    ///   - report: Lets the user report a problem.
    public init(
        link: URL? = nil, isFavourite: Binding<Bool>? = nil, showDetails: (@MainActor () -> Void)? = nil,
        report: (@MainActor () -> Void)? = nil
    ) {
        self.link = link
        self.isFavourite = isFavourite
        self.showDetails = showDetails
        self.report = report
    }
}
