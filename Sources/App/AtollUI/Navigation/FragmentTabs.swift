import AtollNavigation
import SwiftUI

/// A tab bar over fragments, one of which is picked.
///
/// ```swift
/// enum Tab: Fragment, CaseIterable { case news, shop }
///
/// FragmentTabs(Tab.allCases, at: Screen.tab, in: navigator) { tab in
///     switch tab {
///     case .news: NewsView()
///     case .shop: ShopView()
///     }
/// } item: { tab in
///     Text(tab.title)
/// }
/// ```
/// Tabs have their own type, so the compiler reports a new tab that has no view yet.
public struct FragmentTabs<F: Fragment, Tab: Hashable, Content: View, Item: View>: View {
    private let tabs: [Tab]
    private let fragment: (Tab) -> F
    private let navigator: Navigator<F>
    private let content: @MainActor (Tab) -> Content
    private let item: @MainActor (Tab) -> Item

    /// Creates a tab bar.
    ///
    /// - Parameters:
    ///   - tabs: The tabs, in the order of the bar; at least one.
    ///   - fragment: The fragment of a tab, which the graph picks, such as `Screen.tab`.
    ///   - navigator: The navigator of these fragments.
    ///   - content: The view of a tab.
    ///   - item: The label of a tab in the bar.
    /// - Precondition: `tabs` is not empty.
    public init(
        _ tabs: [Tab], at fragment: @escaping (Tab) -> F, in navigator: Navigator<F>,
        @ViewBuilder content: @escaping @MainActor (Tab) -> Content,
        @ViewBuilder item: @escaping @MainActor (Tab) -> Item
    ) {
        precondition(!tabs.isEmpty, "A tab bar needs at least one tab.")
        self.tabs = tabs
        self.fragment = fragment
        self.navigator = navigator
        self.content = content
        self.item = item
    }

    public var body: some View {
        // If the graph refuses a move, nothing changes, but the system has already made the move: the unchanged state
        // is drawn again.
        let _ = navigator.errorCount
        TabView(selection: navigator.selection(among: tabs.map(fragment))) {
            ForEach(tabs, id: \.self) { tab in
                content(tab)
                    .showing(.screen(fragment(tab)), in: navigator)
                    .tabItem { item(tab) }
                    .tag(fragment(tab))
            }
        }
        .showing(.tabs(tabs.map(fragment)), in: navigator)
        .environment(navigator)
    }
}
