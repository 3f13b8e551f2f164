import AtollNavigation
import SwiftUI

/// How a fragment that is held lies over what holds it.
public enum FragmentLayer: Hashable, Sendable {
    /// A card from below, which can be dragged away where the graph lets it be dismissed.
    case sheet
    /// The whole screen; on a Mac, a sheet.
    case cover
}

extension View {
    /// Shows what is held over this view, in the order in which it was presented: each layer lies over the one before it, so that any number can
    /// be presented at once. A layer stays while something is pushed on it, by a `FragmentStack` of its own.
    ///
    /// ```swift
    /// .layers(in: navigator.scoped(overlays)) { $0 == .compose ? .sheet : .cover } content: { overlay in
    ///     switch overlay {
    ///     case .compose: ComposeView()
    ///     case .player(let id): PlayerView(id: id)
    ///     }
    /// }
    /// ```
    /// - Parameters:
    ///   - navigator: That of the fragments that can lie over others; or of more, where `style` tells them apart.
    ///   - style: How a fragment is shown; nil for one that is no layer.
    ///   - content: What a layer is shown as.
    public func layers<F: Fragment, Content: View>(
        in navigator: Navigator<F>, style: @escaping @MainActor (F) -> FragmentLayer? = { _ in .sheet },
        @ViewBuilder content: @escaping @MainActor (F) -> Content
    ) -> some View {
        modifier(LayersModifier(navigator: navigator, depth: 0, style: style, layer: content))
    }

    /// Shows a fragment in a popover.
    public func popover<F: Fragment, Content: View>(
        _ fragment: F, in navigator: Navigator<F>, @ViewBuilder content: @escaping @MainActor () -> Content
    ) -> some View {
        popover(isPresented: navigator.presentation(of: fragment)) {
            content().interactiveDismissDisabled(!navigator.canDismiss(fragment))
        }
    }

    /// Shows a fragment in an inspector: beside this view where there is room, otherwise over it.
    public func inspector<F: Fragment, Content: View>(
        _ fragment: F, in navigator: Navigator<F>, @ViewBuilder content: @escaping @MainActor () -> Content
    ) -> some View {
        inspector(isPresented: navigator.presentation(of: fragment)) {
            content().interactiveDismissDisabled(!navigator.canDismiss(fragment))
        }
    }

    /// Shows a fragment over this view, with this view still in reach: such as a player above a tab bar.
    public func overlay<F: Fragment, Content: View>(
        _ fragment: F, in navigator: Navigator<F>, alignment: Alignment = .bottom,
        @ViewBuilder content: @escaping @MainActor () -> Content
    ) -> some View {
        overlay(alignment: alignment) {
            if navigator.isPresented(fragment) { content() }
        }
    }
}

/// A place, as the item of a sheet.
struct PresentedPlace<F: Fragment>: Identifiable {
    let id: F
}

/// The layer at one depth, whose content carries the next one. A view presents one thing at a time, so each presents its successor.
struct LayersModifier<F: Fragment, Layer: View>: ViewModifier {
    let navigator: Navigator<F>
    let depth: Int
    let style: @MainActor (F) -> FragmentLayer?
    let layer: @MainActor (F) -> Layer
    @State private var owner = Covers.Owner()
    @Environment(\.covers) private var covers

    func body(content: Content) -> some View {
        presenting(content)
            .onAppear { if depth == 0 { covers?.add(owner) { !held.isEmpty } } }
            .showing(.layers { style($0) != nil }, in: navigator)
    }

    private func presenting(_ content: Content) -> some View {
        #if os(macOS)
        // A Mac's windows are not covered.
        content
            .sheet(item: item(.sheet)) { carried($0.id) }
            .sheet(item: item(.cover)) { carried($0.id) }
        #else
        content
            .sheet(item: item(.sheet)) { carried($0.id) }
            .fullScreenCover(item: item(.cover)) { carried($0.id) }
        #endif
    }

    /// The places that are shown as layers, the lowest first: what is held, or the last layer to which it has passed.
    private var held: [F] {
        navigator.heldPlaces.compactMap { place in
            ([place] + navigator.stack(from: place)).last { style($0) != nil }
        }
    }

    /// The place at this depth, where it is shown in this way.
    private func item(_ wanted: FragmentLayer) -> Binding<PresentedPlace<F>?> {
        Binding { @MainActor in
            guard depth < held.count, style(held[depth]) == wanted else { return nil }
            return PresentedPlace(id: held[depth])
        } set: { @MainActor item in
            guard item == nil, depth < held.count, style(held[depth]) == wanted else { return }
            navigator.dismiss(held[depth])
        }
    }

    private func carried(_ place: F) -> some View {
        let isCovered = held.last != place
        return layer(place)
            .showing(.screen(place), in: navigator)
            .environment(\.shownPlace, ShownPlace(place, in: navigator))
            .modifier(NavigationProblemsModifier(navigator: navigator, isCovered: isCovered))
            .modifier(LinkProblemModifier(isCovered: isCovered))
            .modifier(RestorationNotice(isCovered: isCovered))
            .interactiveDismissDisabled(!navigator.canDismiss(place))
            .modifier(LayersModifier(navigator: navigator, depth: depth + 1, style: style, layer: layer))
    }
}
