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
    /// Shows held fragments over this view, in the order in which they were presented: each lies over the one before it, so that any
    /// number can be presented at once.
    ///
    /// - Parameter layers: Which fragments, and how.
    public func layers<F: Fragment, Content: View>(
        _ layers: [F: FragmentLayer], in navigator: Navigator<F>,
        @ViewBuilder content: @escaping @MainActor (PathFragment<F>) -> Content
    ) -> some View {
        modifier(LayersModifier(layers: layers, navigator: navigator, depth: 0, layer: content))
    }

    /// Shows a fragment in a popover.
    public func popover<F: Fragment, Content: View>(
        _ fragment: F, in navigator: Navigator<F>, @ViewBuilder content: @escaping @MainActor () -> Content
    ) -> some View {
        popover(isPresented: navigator.isPresented(fragment)) {
            content().interactiveDismissDisabled(!navigator.canDismiss(fragment))
        }
    }

    /// Shows a fragment in an inspector: beside this view where there is room, otherwise over it.
    public func inspector<F: Fragment, Content: View>(
        _ fragment: F, in navigator: Navigator<F>, @ViewBuilder content: @escaping @MainActor () -> Content
    ) -> some View {
        inspector(isPresented: navigator.isPresented(fragment)) {
            content().interactiveDismissDisabled(!navigator.canDismiss(fragment))
        }
    }

    /// Shows a fragment over this view, with this view still in reach: such as a player above a tab bar.
    public func overlay<F: Fragment, Content: View>(
        _ fragment: F, in navigator: Navigator<F>, alignment: Alignment = .bottom,
        @ViewBuilder content: @escaping @MainActor () -> Content
    ) -> some View {
        overlay(alignment: alignment) {
            if navigator.isPresentedWithAnyID(fragment) { content() }
        }
    }
}

/// A place, as the item of a sheet.
struct PresentedPlace<F: Fragment>: Identifiable {
    let place: PathFragment<F>
    var id: PathFragment<F> { place }
}

/// The layer at one depth, whose content carries the next one. A view presents one thing at a time, so each presents its successor.
struct LayersModifier<F: Fragment, Layer: View>: ViewModifier {
    let layers: [F: FragmentLayer]
    let navigator: Navigator<F>
    let depth: Int
    let layer: @MainActor (PathFragment<F>) -> Layer

    func body(content: Content) -> some View {
        #if os(macOS)
        // A Mac's windows are not covered.
        content
            .sheet(item: item(.sheet)) { carried($0.place) }
            .sheet(item: item(.cover)) { carried($0.place) }
        #else
        content
            .sheet(item: item(.sheet)) { carried($0.place) }
            .fullScreenCover(item: item(.cover)) { carried($0.place) }
        #endif
    }

    /// The places that are shown as layers, the lowest first.
    private var held: [PathFragment<F>] { navigator.presentedPlaces.filter { layers[$0.fragment] != nil } }

    /// The place at this depth, where it is shown in this way.
    private func item(_ style: FragmentLayer) -> Binding<PresentedPlace<F>?> {
        Binding { @MainActor in
            guard depth < held.count, layers[held[depth].fragment] == style else { return nil }
            return PresentedPlace(place: held[depth])
        } set: { @MainActor item in
            guard item == nil, depth < held.count, layers[held[depth].fragment] == style else { return }
            navigator.dismiss(held[depth].fragment, id: held[depth].id)
        }
    }

    private func carried(_ place: PathFragment<F>) -> some View {
        let above = held.drop { $0 != place }.dropFirst().map(\.fragment)
        return layer(place)
            .navigationProblems(of: navigator, under: Set(above))
            .modifier(LinkProblemModifier(isCovered: !above.isEmpty))
            .interactiveDismissDisabled(!navigator.canDismiss(place.fragment, id: place.id))
            .modifier(LayersModifier(layers: layers, navigator: navigator, depth: depth + 1, layer: layer))
    }
}
