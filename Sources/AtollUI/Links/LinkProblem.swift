import SwiftUI

/// What was wrong with a link, for whatever lies on top to say: a view that is covered can't.
struct LinkProblem {
    let text: String
    let dismiss: @MainActor () -> Void
}

private struct LinkProblemKey: EnvironmentKey {
    static var defaultValue: LinkProblem? { nil }
}

extension EnvironmentValues {
    var linkProblem: LinkProblem? {
        get { self[LinkProblemKey.self] }
        set { self[LinkProblemKey.self] = newValue }
    }
}

/// Says what was wrong with a link.
struct LinkProblemModifier: ViewModifier {
    /// Whether this view is covered: then what covers it says it.
    let isCovered: Bool
    @Environment(\.linkProblem) private var problem

    func body(content: Content) -> some View {
        content.alert("The link can't be opened", isPresented: isShown) {
            Button("OK") {}
        } message: {
            Text(verbatim: problem?.text ?? "")
        }
    }

    private var isShown: Binding<Bool> {
        Binding { @MainActor in
            problem != nil && !isCovered
        } set: { @MainActor isShown in
            if !isShown { problem?.dismiss() }
        }
    }
}
