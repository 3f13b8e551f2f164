import AtollNavigation
import SwiftUI

/// A tab bar over fragments of which one is picked.
public struct FragmentTabs<F: Fragment, Content: View, Item: View>: View {
    private let fragments: [F]
    private let navigator: Navigator<F>
    private let content: @MainActor (F) -> Content
    private let item: @MainActor (F) -> Item

    /// - Parameter fragments: The tabs, in their order; at least one.
    public init(
        _ fragments: [F], in navigator: Navigator<F>, @ViewBuilder content: @escaping @MainActor (F) -> Content,
        @ViewBuilder item: @escaping @MainActor (F) -> Item
    ) {
        self.fragments = fragments
        self.navigator = navigator
        self.content = content
        self.item = item
    }

    public var body: some View {
        TabView(selection: navigator.pick(fragments)) {
            ForEach(fragments, id: \.self) { fragment in
                content(fragment)
                    .tabItem { item(fragment) }
                    .tag(fragment)
            }
        }
        .environment(navigator)
    }
}
