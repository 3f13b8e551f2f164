import AtollNavigation
import SwiftUI

struct NavigationProblemsModifier<F: Fragment>: ViewModifier {
    let navigator: Navigator<F>
    /// Whether this view is covered, if the caller knows; otherwise the environment says.
    var isCovered: Bool?
    @State private var isWanted = false
    @State private var owner = Covers.Owner()
    @State private var ownCovers = Covers()
    @Environment(\.covers) private var outerCovers

    private var covers: Covers { outerCovers ?? ownCovers }
    private var isHidden: Bool { isCovered ?? covers.isCovered }

    func body(content: Content) -> some View {
        content
            .environment(\.covers, covers)
            .onChange(of: navigator.errorCount) { _, _ in
                if !isHidden { isWanted = true }
            }
            // An alert that is covered meanwhile is not shown later, when users no longer know what it was about.
            .onChange(of: isHidden) { _, isHidden in if isHidden { isWanted = false } }
            .onChange(of: isWanted) { _, isWanted in covers.want(owner, isWanted) }
            .onDisappear {
                isWanted = false
                covers.want(owner, false)
            }
            .alert(localized("That is not possible right now"), isPresented: isShown) {
                Button(localized("OK")) {}
            } message: {
                #if DEBUG
                Text(verbatim: navigator.errors.last.map { "\($0)" } ?? "")
                #endif
            }
    }

    private var isShown: Binding<Bool> {
        Binding { @MainActor in
            isWanted && covers.isTurn(of: owner)
        } set: { @MainActor isShown in
            if !isShown { isWanted = false }
        }
    }
}
