import SwiftUI

/// Shows an alert with the reason why a link could not be opened.
struct LinkProblemModifier: ViewModifier {
    /// Whether this view is covered, if the caller knows; otherwise the environment says. The covering layer shows the
    /// alert then.
    var isCovered: Bool?
    @Environment(\.covers) private var covers
    @Environment(\.linkProblem) private var problem

    func body(content: Content) -> some View {
        content.alert(localized("The link can't be opened"), isPresented: isShown) {
            Button(localized("OK")) {}
        } message: {
            Text(verbatim: problem?.text ?? "")
        }
    }

    private var isShown: Binding<Bool> {
        Binding { @MainActor in
            problem != nil && !(isCovered ?? covers?.isCovered ?? false)
        } set: { @MainActor isShown in
            if !isShown { problem?.dismiss() }
        }
    }
}
