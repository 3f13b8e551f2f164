import AtollNavigation
import LagoonGatekeeper
import SwiftUI

/// A page that exists on the super app's web site only.
struct ElsewhereView: View {
    let title: String
    let address: URL?
    let navigator: Navigator<GatekeeperScreen>
    @Environment(\.openURL) private var openURL

    var body: some View {
        ContentUnavailableView {
            Label(title, systemImage: "safari")
        } description: {
            Text(localized("This page is on Lagoon's web site. Come back here to sign in."))
        } actions: {
            if let address { Button(localized("Open the web site")) { openURL(address) } }
            Button(localized("Sign in")) { navigator.present(.signIn) }
        }
        .navigationTitle(title)
    }
}
