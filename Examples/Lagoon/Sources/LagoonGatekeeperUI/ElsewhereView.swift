import AtollNavigation
import LagoonGatekeeper
import SwiftUI

/// A page that exists on the super app's web site only.
struct ElsewhereView: View {
    let title: LocalizedStringKey
    let address: URL?
    let navigator: Navigator<GatekeeperScreen>
    @Environment(\.openURL) private var openURL

    var body: some View {
        ContentUnavailableView {
            Label(title, systemImage: "safari")
        } description: {
            Text("This page is on Lagoon's web site. Come back here to sign in.")
        } actions: {
            if let address { Button("Open the web site") { openURL(address) } }
            Button("Sign in") { navigator.present(.signIn) }
        }
        .navigationTitle(title)
    }
}
