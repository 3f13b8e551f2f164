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
    /// Made once: SwiftUI evaluates a destination often.
    @State private var session: MiniAppSession?

    var body: some View {
        Group {
            if let session {
                MiniAppView(session, host: services.host) { navigator.dismiss(.miniApp(id)) }
            } else {
                ProgressView()
            }
        }
        .onAppear { if session == nil { session = services.session(id) } }
        // It has the whole screen, and one way out.
        .navigationBarBackButtonHidden()
        .withoutTabBar()
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
