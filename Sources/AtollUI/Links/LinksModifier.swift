import AtollLinks
import AtollNavigation
import SwiftUI

struct LinksModifier<F: Fragment>: ViewModifier {
    let opener: LinkOpener<F>
    @State private var ownCovers = Covers()
    @State private var holds = LinkHolds()
    @Environment(\.covers) private var outerCovers

    func body(content: Content) -> some View {
        content
            .environment(\.linkHolds, holds)
            .onChange(of: holds.isEmpty) { _, isEmpty in opener.isPaused = !isEmpty }
            .onOpenURL { opener.open($0.absoluteString) }
            .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
                if let address = activity.webpageURL { opener.open(address.absoluteString) }
            }
            .onChange(of: opener.navigator.facts) { _, _ in opener.resume() }
            .modifier(LinkProblemModifier())
            .environment(\.covers, outerCovers ?? ownCovers)
            .environment(\.linkProblem, problem)
    }

    private var problem: LinkProblem? {
        opener.problem.map { problem in LinkProblem(text: problem.shownText) { opener.problem = nil } }
    }
}
