import AtollNavigation
import SwiftUI

/// Shows an alert that something could not be restored. Every layer has this modifier; the topmost one shows the alert.
struct RestorationNotice: ViewModifier {
    struct Shown {
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
            notice != nil && !(isCovered ?? covers?.isCovered ?? false)
        } set: { @MainActor isShown in
            if !isShown { notice?.dismiss() }
        }
    }
}
