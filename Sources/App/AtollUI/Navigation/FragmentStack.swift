import AtollNavigation
import SwiftUI

/// A navigation stack that follows the navigator: it shows the root and, on top of it, the fragments that the root
/// passed to.
///
/// ```swift
/// FragmentStack(.hub, in: navigator) { screen in
///     switch screen {
///     case .hub: HubScreenView()
///     case .miniApp(let id): MiniAppScreenView(id: id)
///     }
/// }
/// ```
/// With a feature's own navigator, the switch covers exactly the feature's screens. The back button and the swipe
/// dismiss a screen if the graph allows it; otherwise there is no back button and no swipe.
public struct FragmentStack<F: Fragment, Content: View>: View {
    private let root: F
    private let navigator: Navigator<F>
    private let content: @MainActor (F) -> Content

    /// Creates a stack on a root.
    ///
    /// - Parameters:
    ///   - root: The screen at the bottom.
    ///   - navigator: The navigator whose path the stack shows.
    ///   - content: The view for each screen, including the root.
    public init(
        _ root: F, in navigator: Navigator<F>, @ViewBuilder content: @escaping @MainActor (F) -> Content
    ) {
        self.root = root
        self.navigator = navigator
        self.content = content
    }

    public var body: some View {
        // If the graph refuses a move, nothing changes, but the system has already made the move: the unchanged state
        // is drawn again.
        let _ = navigator.errorCount
        NavigationStack(path: navigator.pushed(on: root)) {
            content(root)
                .environment(\.shownPlace, ShownPlace(root, in: navigator))
                .navigationDestination(for: F.self) { screen in
                    content(screen)
                        // A different place at the same depth is a different view.
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
