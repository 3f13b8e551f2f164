import AtollNavigation
import SwiftUI

extension View {
    /// Says what a navigator has published: why something that the user asked for was not possible.
    public func navigationProblems<F: Fragment>(of navigator: Navigator<F>) -> some View {
        modifier(NavigationProblemsModifier(navigator: navigator))
    }
}

struct NavigationProblemsModifier<F: Fragment>: ViewModifier {
    let navigator: Navigator<F>
    /// How many errors the user has read.
    @State private var read = 0
    @State private var isShown = false

    func body(content: Content) -> some View {
        content
            .onChange(of: navigator.errors.count) { _, count in
                if count > 0 { isShown = true }
            }
            .alert("That is not possible at the moment", isPresented: $isShown) {
                Button("OK") { read = navigator.errors.count }
            } message: {
                Text(verbatim: navigator.errors.last.map { "\($0)" } ?? "")
            }
    }
}
