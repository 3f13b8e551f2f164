import AtollNavigation
import SwiftUI

extension View {
    /// Says what a navigator has published: why something that the user asked for was not possible.
    ///
    /// - Parameter layers: What lies over this view while it is presented, and then says it itself: a view that is covered can't.
    public func navigationProblems<F: Fragment>(
        of navigator: Navigator<F>, under layers: Set<F> = []
    ) -> some View {
        modifier(NavigationProblemsModifier(navigator: navigator, layers: layers))
    }
}

struct NavigationProblemsModifier<F: Fragment>: ViewModifier {
    let navigator: Navigator<F>
    let layers: Set<F>
    @State private var isShown = false

    func body(content: Content) -> some View {
        content
            .onChange(of: navigator.errorCount) { _, _ in
                if !layers.contains(where: { navigator.isPresentedWithAnyID($0) }) { isShown = true }
            }
            .alert("That is not possible at the moment", isPresented: $isShown) {
                Button("OK") {}
            } message: {
                Text(verbatim: navigator.errors.last.map { "\($0)" } ?? "")
            }
    }
}
