import AtollNavigation
import LagoonGatekeeper
import SwiftUI

/// What is done on the super app's web site.
struct ElsewhereView: View {
    let title: LocalizedStringKey
    let address: URL?
    let navigator: Navigator<GatekeeperScreen>
    @Environment(\.openURL) private var openURL

    var body: some View {
        ContentUnavailableView {
            Label(title, systemImage: "safari")
        } description: {
            Text("This is done on Lagoon's web site. Come back to sign in.")
        } actions: {
            if let address { Button("Open the web site") { openURL(address) } }
            Button("Sign in") { navigator.present(.signIn) }
        }
        .navigationTitle(title)
    }
}
