import AtollNavigation
import SwiftUI

/// Shows an alert that something could not be restored. Every layer has this modifier; the topmost one shows the alert.
struct RestorationNotice: ViewModifier {
    struct Shown {
        /// The owner of the alert's turn.
        let owner: Covers.Owner
        let dismiss: @MainActor () -> Void
    }

    /// Whether this view is covered, if the caller knows; otherwise the environment says.
    var isCovered: Bool?
    @Environment(\.covers) private var covers
    @Environment(\.restorationNotice) private var notice

    func body(content: Content) -> some View {
        content.alert(localized("Not everything could be restored"), isPresented: isShown) {
            Button(localized("OK")) {}
        } message: {
            Text(
                localized(
                    "Some of what was open does not exist in this version of the app. Everything else was restored."))
        }
    }

    private var isShown: Binding<Bool> {
        Binding { @MainActor in
            guard let notice, !(isCovered ?? covers?.isCovered ?? false) else { return false }
            return covers?.isTurn(of: notice.owner) ?? true
        } set: { @MainActor isShown in
            if !isShown { notice?.dismiss() }
        }
    }
}
