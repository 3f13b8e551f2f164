import AtollLinks
import AtollNavigation
import SwiftUI

extension View {
    /// Opens the links that the system delivers: those with the app's own schemes, and universal links.
    ///
    /// ```swift
    /// AppView(root: root)
    ///     .links(opener)
    /// ```
    /// A link whose condition is not met yet, such as being signed in, is opened as soon as it is. For a link that
    /// can't be opened, an alert is shown.
    ///
    /// - Parameter opener: The scene's opener, for an app that also reads the contents of the opened link; otherwise
    ///   see ``links(_:at:in:)``.
    public func links<F: Fragment>(_ opener: LinkOpener<F>) -> some View {
        modifier(LinksModifier(opener: opener))
    }
}

extension View {
    /// Opens the links that the system delivers, with an opener that this view creates: see ``links(_:)``.
    ///
    /// ```swift
    /// AppView(root: root)
    ///     .links(router, at: LinkAddresses(schemes: ["shop"]), in: root)
    /// ```
    /// - Parameters:
    ///   - router: The app's routes.
    ///   - addresses: The schemes and origins of the app's links.
    ///   - root: The navigation of this scene.
    public func links<F: Fragment>(
        _ router: LinkRouter<F>, at addresses: LinkAddresses, in root: NavigationRoot<F>
    ) -> some View {
        modifier(OwnLinksModifier(router: router, addresses: addresses, root: root))
    }
}

extension LinkOpener.Problem {
    /// The text of the alert: the full reason in debug builds, a text for users in release builds.
    var shownText: String {
        #if DEBUG
        description
        #else
        switch self {
        case .address: localized("There is nothing at this address.")
        case .destination: localized("This link can't be opened right now.")
        }
        #endif
    }
}
