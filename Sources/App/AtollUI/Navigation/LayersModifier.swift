import AtollNavigation
import SwiftUI

/// Presents the layer at one depth. A view can present only one sheet or cover at a time, so each layer presents the
/// next.
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
        // macOS has no full-screen cover.
        content
            .sheet(item: item(.sheet)) { carried($0.id) }
            .sheet(item: item(.cover)) { carried($0.id) }
        #else
        content
            .sheet(item: item(.sheet)) { carried($0.id) }
            .fullScreenCover(item: item(.cover)) { carried($0.id) }
        #endif
    }

    /// The places shown as layers, the lowest first: each held place, or the last layer that it has passed to.
    private var held: [F] {
        navigator.heldPlaces.compactMap { place in
            ([place] + navigator.stack(from: place)).last { style($0) != nil }
        }
    }

    /// The place at this depth, or nil if it has another style.
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
