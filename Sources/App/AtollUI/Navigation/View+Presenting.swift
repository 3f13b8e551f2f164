import AtollNavigation
import SwiftUI

extension View {
    /// Shows held fragments over this view, in the order in which they were presented. Each layer covers the one before
    /// it, so any number can be presented at the same time. A layer stays while a `FragmentStack` in it pushes further
    /// screens.
    ///
    /// ```swift
    /// .layers(in: navigator.scoped(overlays)) {
    ///     $0 == .compose ? .sheet : .cover
    /// } content: { overlay in
    ///     switch overlay {
    ///     case .compose: ComposeView()
    ///     case .player(let id): PlayerView(id: id)
    ///     }
    /// }
    /// ```
    /// - Parameters:
    ///   - navigator: The navigator of the layers' fragments. It may have other fragments too, for which `style` is
    ///     nil.
    ///   - style: How a fragment is shown, or nil if it is not a layer. By default every held fragment is a sheet.
    ///   - content: The view of a layer.
    public func layers<F: Fragment, Content: View>(
        in navigator: Navigator<F>, style: @escaping @MainActor (F) -> FragmentLayer? = { _ in .sheet },
        @ViewBuilder content: @escaping @MainActor (F) -> Content
    ) -> some View {
        modifier(LayersModifier(navigator: navigator, depth: 0, style: style, layer: content))
    }

    /// Shows a fragment in a popover while it is presented.
    ///
    /// ```swift
    /// HelpButton()
    ///     .popover(.help, in: navigator) { HelpView() }
    /// ```
    public func popover<F: Fragment, Content: View>(
        _ fragment: F, in navigator: Navigator<F>, @ViewBuilder content: @escaping @MainActor () -> Content
    ) -> some View {
        popover(isPresented: navigator.presentation(of: fragment)) {
            content().interactiveDismissDisabled(!navigator.canDismiss(fragment))
        }
    }

    /// Shows a fragment in an inspector while it is presented: next to this view if there is room, otherwise over it.
    ///
    /// ```swift
    /// DocumentView()
    ///     .inspector(.info, in: navigator) { InfoView() }
    /// ```
    public func inspector<F: Fragment, Content: View>(
        _ fragment: F, in navigator: Navigator<F>, @ViewBuilder content: @escaping @MainActor () -> Content
    ) -> some View {
        inspector(isPresented: navigator.presentation(of: fragment)) {
            content().interactiveDismissDisabled(!navigator.canDismiss(fragment))
        }
    }

    /// Shows a fragment over this view while it is presented, and leaves the view usable: for example a player above a
    /// tab bar.
    ///
    /// ```swift
    /// AppTabs()
    ///     .overlay(.player, in: navigator) { PlayerBar() }
    /// ```
    public func overlay<F: Fragment, Content: View>(
        _ fragment: F, in navigator: Navigator<F>, alignment: Alignment = .bottom,
        @ViewBuilder content: @escaping @MainActor () -> Content
    ) -> some View {
        overlay(alignment: alignment) {
            if navigator.isPresented(fragment) { content() }
        }
    }
}
