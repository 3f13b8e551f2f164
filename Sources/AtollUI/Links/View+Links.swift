import AtollLinks
import AtollNavigation
import SwiftUI

extension View {
    /// Opens the links that the system hands over: of the app's own schemes, and universal links. One that needs something first, such as
    /// sign-in, is opened when that is there; one that leads nowhere is said to.
    public func links<F: Fragment>(_ opener: LinkOpener<F>) -> some View { modifier(LinksModifier(opener: opener)) }
}

struct LinksModifier<F: Fragment>: ViewModifier {
    let opener: LinkOpener<F>

    func body(content: Content) -> some View {
        content
            .onOpenURL { opener.open($0.absoluteString) }
            .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
                if let address = activity.webpageURL { opener.open(address.absoluteString) }
            }
            .onChange(of: opener.navigator.facts) { _, _ in opener.resume() }
            .alert("The link can't be opened", isPresented: isWrong) {
                Button("OK") {}
            } message: {
                Text(verbatim: opener.problem?.description ?? "")
            }
    }

    private var isWrong: Binding<Bool> {
        Binding { @MainActor in
            opener.problem != nil
        } set: { @MainActor isShown in
            if !isShown { opener.problem = nil }
        }
    }
}
