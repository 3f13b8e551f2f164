import AtollNavigation
import AtollPackages
import AtollRuntime
import AtollUI
import LagoonHub
import SwiftUI

/// A mini app in full screen.
struct LagoonMiniAppView: View {
    let id: MiniAppID
    let services: HubServices
    let navigator: Navigator<HubScreen>
    /// Created once: SwiftUI evaluates a destination often.
    @State private var session: MiniAppSession?

    var body: some View {
        Group {
            if let session {
                MiniAppView(session, host: services.host, menu: menu) { navigator.dismiss(.miniApp(id)) }
            } else {
                ProgressView()
            }
        }
        .onAppear(perform: open)
        // A link to another page of the mini app that is in front already.
        .onChange(of: services.linkedPage(id)) { _, page in
            if page != nil, session != nil { followLink() }
        }
        // The mini app has the whole screen, with a single way out.
        .navigationBarBackButtonHidden()
        .withoutTabBar()
    }

    private var menu: MiniAppMenu {
        let showDetails = { @MainActor in
            navigator.go(to: .details(id))
            return
        }
        return MiniAppMenu(
            link: services.link(id),
            isFavourite: Binding { @MainActor in
                services.model.memory.isFavourite(id)
            } set: { @MainActor in
                services.model.setFavourite(id, $0)
            }, showDetails: showDetails, report: showDetails)
    }

    private func open() {
        guard session == nil else { return }
        session = services.session(id)
        if let page = services.takePage(id) { session?.go(to: page) }
    }

    /// Goes to the page of a link that arrived while the mini app was in front. If the user would lose changes, the
    /// page stays as it is.
    private func followLink() {
        if let page = services.linkedPage(id), session?.go(to: page) == true { _ = services.takePage(id) }
    }
}

extension View {
    @ViewBuilder fileprivate func withoutTabBar() -> some View {
        #if os(iOS)
        toolbar(.hidden, for: .tabBar)
        #else
        self
        #endif
    }
}
