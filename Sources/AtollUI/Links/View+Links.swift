import AtollLinks
import AtollNavigation
import SwiftUI

extension View {
    /// Opens the links that the system hands over: of the app's own schemes, and universal links. One that needs something first, such as
    /// sign-in, is opened when that is there; one that leads nowhere is said to.
    ///
    /// - Parameter layers: What lies over this view while it is presented, and then says it itself.
    public func links<F: Fragment>(_ opener: LinkOpener<F>, under layers: Set<F> = []) -> some View {
        modifier(LinksModifier(opener: opener, layers: layers))
    }
}

struct LinksModifier<F: Fragment>: ViewModifier {
    let opener: LinkOpener<F>
    let layers: Set<F>

    func body(content: Content) -> some View {
        content
            .onOpenURL { opener.open($0.absoluteString) }
            .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
                if let address = activity.webpageURL { opener.open(address.absoluteString) }
            }
            .onChange(of: opener.navigator.facts) { _, _ in opener.resume() }
            .modifier(LinkProblemModifier(isCovered: layers.contains { opener.navigator.isPresentedWithAnyID($0) }))
            .environment(\.linkProblem, problem)
    }

    private var problem: LinkProblem? {
        opener.problem.map { problem in LinkProblem(text: problem.description) { opener.problem = nil } }
    }
}
