import AtollLinks
import AtollNavigation
import SwiftUI

extension View {
    /// Opens the links that the system hands over: of the app's own schemes, and universal links. One that needs something first, such as
    /// sign-in, is opened when that is there; one that leads nowhere is said to.
    public func links<F: Fragment>(_ opener: LinkOpener<F>) -> some View {
        modifier(LinksModifier(opener: opener))
    }
}

extension View {
    /// Opens the links that the system hands over, for an app that asks no more of them: see ``links(_:)``.
    ///
    /// - Parameters:
    ///   - router: The app's links.
    ///   - addresses: Which addresses are the app's.
    ///   - root: The navigation of this scene.
    public func links<F: Fragment>(
        _ router: LinkRouter<F>, at addresses: LinkAddresses, in root: NavigationRoot<F>
    ) -> some View {
        modifier(OwnLinksModifier(router: router, addresses: addresses, root: root))
    }
}

/// Keeps an opener of its own.
struct OwnLinksModifier<F: Fragment>: ViewModifier {
    @State private var opener: LinkOpener<F>

    init(router: LinkRouter<F>, addresses: LinkAddresses, root: NavigationRoot<F>) {
        _opener = State(initialValue: LinkOpener(router, at: addresses, in: root))
    }

    func body(content: Content) -> some View { content.modifier(LinksModifier(opener: opener)) }
}

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

extension LinkOpener.Problem {
    /// Who develops the app reads why.
    fileprivate var shownText: String {
        #if DEBUG
        description
        #else
        userText
        #endif
    }
}
