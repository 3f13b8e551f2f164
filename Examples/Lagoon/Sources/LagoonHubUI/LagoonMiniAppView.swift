import AtollNavigation
import AtollPackages
import AtollRuntime
import AtollUI
import LagoonHub
import SwiftUI

/// A mini app in full screen.
struct LagoonMiniAppView: View {
    @State private var session: MiniAppSession
    private let host: MiniAppHostInfo
    private let close: @MainActor () -> Void

    init(id: MiniAppID, services: HubServices, navigator: Navigator<HubScreen>) {
        _session = State(initialValue: services.session(id))
        host = services.host
        close = { navigator.dismiss(.miniApp(id)) }
    }

    var body: some View { MiniAppView(session, host: host, close: close) }
}
