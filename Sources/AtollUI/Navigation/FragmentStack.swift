import AtollNavigation
import SwiftUI

/// A navigation stack that shows what the navigator says: the root, and on it what the root has passed to.
///
/// ```swift
/// FragmentStack(.hub, in: navigator) { place in
///     switch place.fragment {
///     case .hub: HubScreenView()
///     case .miniApp: MiniAppScreenView(id: place.id)
///     }
/// }
/// ```
/// A swipe back and the button above dismiss, where the graph lets them; where it does not there is no button and nothing to swipe.
public struct FragmentStack<F: Fragment, Content: View>: View {
    private let root: PathFragment<F>
    private let navigator: Navigator<F>
    private let content: @MainActor (PathFragment<F>) -> Content

    public init(
        _ root: F, id: FragmentID? = nil, in navigator: Navigator<F>,
        @ViewBuilder content: @escaping @MainActor (PathFragment<F>) -> Content
    ) {
        self.root = PathFragment(root, id: id)
        self.navigator = navigator
        self.content = content
    }

    public var body: some View {
        NavigationStack(path: navigator.stack(root)) {
            content(root)
                .navigationDestination(for: PathFragment<F>.self) { place in
                    content(place)
                        // One place is not another, although it stands where the other stood.
                        .id(place)
                        .navigationBarBackButtonHidden(!navigator.canDismiss(place.fragment, id: place.id))
                }
        }
        .environment(navigator)
    }
}
