import AtollNavigation
import SwiftUI

struct NavigationProblemsModifier<F: Fragment>: ViewModifier {
    let navigator: Navigator<F>
    /// Whether this view is covered, if the caller knows; otherwise the environment says.
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
            .alert(localized("That is not possible right now"), isPresented: $isShown) {
                Button(localized("OK")) {}
            } message: {
                #if DEBUG
                Text(verbatim: navigator.errors.last.map { "\($0)" } ?? "")
                #endif
            }
    }
}
