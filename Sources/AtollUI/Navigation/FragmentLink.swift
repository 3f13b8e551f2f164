import AtollNavigation
import SwiftUI

/// A link to a fragment: pushed by the stack around it, along the graph.
public struct FragmentLink<F: Fragment, Label: View>: View {
    private let place: PathFragment<F>
    private let navigator: Navigator<F>
    private let label: Label

    public init(_ fragment: F, id: FragmentID? = nil, in navigator: Navigator<F>, @ViewBuilder label: () -> Label) {
        place = PathFragment(fragment, id: id)
        self.navigator = navigator
        self.label = label()
    }

    public var body: some View {
        Button {
            navigator.present(place.fragment, id: place.id)
        } label: {
            label
        }
        .disabled(!navigator.canPresent(place.fragment, id: place.id))
    }
}
