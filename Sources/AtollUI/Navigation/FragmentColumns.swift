import AtollNavigation
import SwiftUI

/// A list, and beside it what is selected: two columns on an iPad and a Mac, one over the other on a phone.
///
/// ```swift
/// FragmentColumns(Shop.product, in: navigator) { selection in
///     List(products, selection: selection) { Text($0.name) }
/// } detail: { id in
///     ProductDetail(id: id)
/// } empty: {
///     Text("Choose a product")
/// }
/// ```
/// The list holds what is selected, so both are presented at once; which one a phone shows, and that going back there dismisses what was
/// selected, follows from the same state.
public struct FragmentColumns<F: Fragment, ID: Hashable, Sidebar: View, Detail: View, Empty: View>: View {
    private let detail: (ID) -> F
    private let navigator: Navigator<F>
    private let sidebar: @MainActor (Binding<ID?>) -> Sidebar
    private let content: @MainActor (ID) -> Detail
    private let empty: Empty

    /// - Parameters:
    ///   - detail: The case of what stands beside the list, such as `Shop.product`.
    ///   - sidebar: The list, which is given what is selected: for `List(selection:)`.
    ///   - content: What is selected.
    ///   - empty: What stands beside the list where nothing is selected.
    public init(
        _ detail: @escaping (ID) -> F, in navigator: Navigator<F>,
        @ViewBuilder sidebar: @escaping @MainActor (Binding<ID?>) -> Sidebar,
        @ViewBuilder detail content: @escaping @MainActor (ID) -> Detail,
        @ViewBuilder empty: () -> Empty
    ) {
        self.detail = detail
        self.navigator = navigator
        self.sidebar = sidebar
        self.content = content
        self.empty = empty()
    }

    private var selection: Binding<ID?> { navigator.selection(of: detail) }

    private var column: Binding<NavigationSplitViewColumn> {
        Binding { @MainActor in
            selection.wrappedValue == nil ? .sidebar : .detail
        } set: { @MainActor column in
            if column == .sidebar { selection.wrappedValue = nil }
        }
    }

    public var body: some View {
        NavigationSplitView(preferredCompactColumn: column) {
            sidebar(selection)
        } detail: {
            if let id = selection.wrappedValue {
                content(id)
                    .id(id)
                    .showing(.screen(detail(id)), in: navigator)
                    .navigationBarBackButtonHidden(!navigator.canDismiss(detail(id)))
            } else {
                empty
            }
        }
        .showing(.columns { $0.value(of: detail) != nil }, in: navigator)
        .environment(navigator)
    }
}
