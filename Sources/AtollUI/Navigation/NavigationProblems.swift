import AtollNavigation
import SwiftUI

extension View {
    /// Says that something that the user asked for was not possible; in debug builds also why, which is for who develops the app.
    ///
    /// It is said on top: by what `layers` shows over this view, where something is shown there.
    public func navigationProblems<F: Fragment>(of navigator: Navigator<F>) -> some View {
        modifier(NavigationProblemsModifier(navigator: navigator))
    }
}

struct NavigationProblemsModifier<F: Fragment>: ViewModifier {
    let navigator: Navigator<F>
    /// Whether this view is covered, where that is known without asking.
    var isCovered: Bool?
    @State private var isShown = false
    @State private var ownCovers = Covers()
    @Environment(\.covers) private var outerCovers

    private var covers: Covers { outerCovers ?? ownCovers }

    func body(content: Content) -> some View {
        content
            .environment(\.covers, covers)
            .onChange(of: navigator.errorCount) { _, _ in
                if !(isCovered ?? covers.isCovered) { isShown = true }
            }
            .alert("That is not possible at the moment", isPresented: $isShown) {
                Button("OK") {}
            } message: {
                #if DEBUG
                Text(verbatim: navigator.errors.last.map { "\($0)" } ?? "")
                #endif
            }
    }
}
