import AtollLinks
import AtollNavigation
import SwiftUI

struct LinksModifier<F: Fragment>: ViewModifier {
    let opener: LinkOpener<F>
    @State private var ownCovers = Covers()
    @State private var holds = LinkHolds()
    @State private var delivered = DeliveredLinks()
    @State private var owner = Covers.Owner()
    @Environment(\.covers) private var outerCovers

    private var covers: Covers { outerCovers ?? ownCovers }

    func body(content: Content) -> some View {
        content
            .environment(\.linkHolds, holds)
            .onChange(of: holds.isEmpty) { _, isEmpty in opener.isPaused = !isEmpty }
            .onOpenURL { open($0, by: .url) }
            .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
                if let address = activity.webpageURL { open(address, by: .activity) }
            }
            .onChange(of: opener.navigator.facts) { _, _ in opener.resume() }
            .onChange(of: opener.problem != nil, initial: true) { _, isWanted in covers.want(owner, isWanted) }
            .modifier(LinkProblemModifier())
            .environment(\.covers, covers)
            .environment(\.linkProblem, problem)
    }

    private func open(_ address: URL, by way: DeliveredLinks.Way) {
        let link = address.absoluteString
        if delivered.isNew(link, by: way) { opener.open(link) }
    }

    private var problem: LinkProblem? {
        opener.problem.map { problem in LinkProblem(text: problem.shownText, owner: owner) { opener.problem = nil } }
    }
}
