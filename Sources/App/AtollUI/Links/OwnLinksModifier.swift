import AtollLinks
import AtollNavigation
import SwiftUI

/// Creates an opener once, and stores it with the view.
struct OwnLinksModifier<F: Fragment>: ViewModifier {
    @State private var opener: LinkOpener<F>

    init(router: LinkRouter<F>, addresses: LinkAddresses, root: NavigationRoot<F>) {
        _opener = State(initialValue: LinkOpener(router, at: addresses, in: root))
    }

    func body(content: Content) -> some View { content.modifier(LinksModifier(opener: opener)) }
}
