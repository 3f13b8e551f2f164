import SwiftUI

/// Shows an alert with the reason why a link could not be opened.
struct LinkProblemModifier: ViewModifier {
    /// Whether this view is covered, if the caller knows; otherwise the environment says. The covering layer shows the
    /// alert then.
    var isCovered: Bool?
    @Environment(\.covers) private var covers
    @Environment(\.linkProblem) private var problem
    /// The text of the alert while it fades out.
    @State private var lastText = ""

    func body(content: Content) -> some View {
        content
            .onChange(of: problem?.text, initial: true) { _, text in
                if let text { lastText = text }
            }
            .alert(localized("The link can't be opened"), isPresented: isShown) {
                Button(localized("OK")) {}
            } message: {
                Text(verbatim: problem?.text ?? lastText)
            }
    }

    private var isShown: Binding<Bool> {
        Binding { @MainActor in
            // Read in this order, so that the next alert is looked up when a layer goes away.
            guard let problem, !(isCovered ?? covers?.isCovered ?? false) else { return false }
            return covers?.isTurn(of: problem.owner) ?? true
        } set: { @MainActor isShown in
            if !isShown { problem?.dismiss() }
        }
    }
}
