import AtollNavigation
import AtollPackages
import AtollRuntime
import AtollUI
import LagoonHub
import SwiftUI

/// A mini app over the whole screen.
struct MiniAppScreen: View {
    @State private var session: MiniAppSession
    private let host: MiniAppHost
    private let close: @MainActor () -> Void

    init(id: MiniAppID, services: HubServices, navigator: Navigator<HubScreen>) {
        _session = State(initialValue: services.session(id))
        host = services.host
        close = { navigator.dismiss(.miniApp(id)) }
    }

    var body: some View { MiniAppView(session, host: host, close: close) }
}
