import AtollNavigation
import SwiftUI

/// A link to a fragment: presented along the graph, by the stack or the layers around it.
///
/// ```swift
/// FragmentLink(.product(30), in: navigator) { ProductRow(30) }
/// FragmentLink("Product 30", to: .product(30), in: navigator)
/// ```
/// It is disabled while no segue to the fragment is open with the facts of now. What else is presented makes no difference, so that a list of
/// links is not made anew with each step.
public struct FragmentLink<F: Fragment, Label: View>: View {
    private let fragment: F
    private let navigator: Navigator<F>
    private let label: Label

    public init(_ fragment: F, in navigator: Navigator<F>, @ViewBuilder label: () -> Label) {
        self.fragment = fragment
        self.navigator = navigator
        self.label = label()
    }

    /// A link with a title that is looked up in the app's texts.
    public init(_ title: LocalizedStringKey, to fragment: F, in navigator: Navigator<F>) where Label == Text {
        self.init(fragment, in: navigator) { Text(title) }
    }

    /// A link with a title that is data, such as a name.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, to fragment: F, in navigator: Navigator<F>) where Label == Text {
        self.init(fragment, in: navigator) { Text(verbatim: String(title)) }
    }

    public var body: some View {
        Button {
            navigator.present(fragment)
        } label: {
            label
        }
        .disabled(!navigator.isOpen(to: fragment))
    }
}
