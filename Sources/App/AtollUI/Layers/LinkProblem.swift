import SwiftUI

/// The reason why a link could not be opened, for the topmost layer to show: a covered view can't present an alert.
struct LinkProblem {
    let text: String
    /// The owner of the alert's turn.
    let owner: Covers.Owner
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
