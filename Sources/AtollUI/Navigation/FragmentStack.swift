import AtollNavigation
import SwiftUI

/// A navigation stack that shows what the navigator says: the root, and on it what the root has passed to.
///
/// ```swift
/// FragmentStack(.hub, in: navigator) { screen in
///     switch screen {
///     case .hub: HubScreenView()
///     case .miniApp(let id): MiniAppScreenView(id: id)
///     }
/// }
/// ```
/// With a feature's own navigator the switch is over the feature's screens, and over all of them. A swipe back and the button above
/// dismiss, where the graph lets them; where it does not there is no button and nothing to swipe.
public struct FragmentStack<F: Fragment, Content: View>: View {
    private let root: F
    private let navigator: Navigator<F>
    private let content: @MainActor (F) -> Content

    /// - Parameters:
    ///   - root: The screen at the bottom.
    ///   - content: What each screen is shown as, the root included.
    public init(
        _ root: F, in navigator: Navigator<F>, @ViewBuilder content: @escaping @MainActor (F) -> Content
    ) {
        self.root = root
        self.navigator = navigator
        self.content = content
    }

    public var body: some View {
        NavigationStack(path: navigator.pushed(on: root)) {
            content(root)
                .environment(\.shownPlace, ShownPlace(root, in: navigator))
                .navigationDestination(for: F.self) { screen in
                    content(screen)
                        // One place is not another, although it stands where the other stood.
                        .id(screen)
                        .showing(.stack(screen), in: navigator)
                        .environment(\.shownPlace, ShownPlace(screen, in: navigator))
                        .navigationBarBackButtonHidden(!navigator.canDismiss(screen))
                }
        }
        .showing(.stack(root), in: navigator)
        .environment(navigator)
    }
}
