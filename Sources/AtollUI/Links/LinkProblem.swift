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
    /// Whether this view is covered, where that is known without asking: then what covers it says it.
    var isCovered: Bool?
    @Environment(\.covers) private var covers
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
            problem != nil && !(isCovered ?? covers?.isCovered ?? false)
        } set: { @MainActor isShown in
            if !isShown { problem?.dismiss() }
        }
    }
}
