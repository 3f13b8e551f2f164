import AtollNavigation
import SwiftUI

/// A list with the detail of its selection: two columns on an iPad and a Mac, a stack on a phone.
///
/// ```swift
/// FragmentColumns(Shop.product, in: navigator) { selection in
///     List(selection: selection) { ForEach(products) { Text($0.name) } }
/// } detail: { id in
///     ProductDetail(id: id)
/// } empty: {
///     Text("Choose a product")
/// }
/// ```
/// In the graph the list holds the detail, as in `Hold(.list => .product(.any)).dismissable()`, so both are presented
/// at the same time. A phone shows the detail while something is selected; going back dismisses it.
public struct FragmentColumns<F: Fragment, ID: Hashable, Sidebar: View, Detail: View, Empty: View>: View {
    private let detail: (ID) -> F
    private let navigator: Navigator<F>
    private let sidebar: @MainActor (Binding<ID?>) -> Sidebar
    private let content: @MainActor (ID) -> Detail
    private let empty: Empty

    /// Creates the two columns.
    ///
    /// - Parameters:
    ///   - detail: The case of the fragments that the detail column shows, such as `Shop.product`.
    ///   - navigator: The navigator of the list and the detail.
    ///   - sidebar: The list. It receives the selection, for `List(selection:)`.
    ///   - content: The detail for the selected id.
    ///   - empty: The detail column while nothing is selected.
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
        // If the graph refuses a move, nothing changes, but the system has already made the move: the unchanged state
        // is drawn again.
        let _ = navigator.errorCount
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
