import AtollNavigation
import SwiftUI

/// A button that presents a fragment along the graph; the enclosing stack or layers show it.
///
/// ```swift
/// FragmentLink(.product(30), in: navigator) { ProductRow(30) }
/// FragmentLink("Product 30", to: .product(30), in: navigator)
/// ```
/// It is disabled while the current facts open no segue to the fragment. What else is presented makes no difference, so
/// a list of links is not re-evaluated with each navigation step.
public struct FragmentLink<F: Fragment, Label: View>: View {
    private let fragment: F
    private let navigator: Navigator<F>
    private let label: Label

    /// Creates a link with a label of any kind.
    public init(_ fragment: F, in navigator: Navigator<F>, @ViewBuilder label: () -> Label) {
        self.fragment = fragment
        self.navigator = navigator
        self.label = label()
    }

    /// Creates a link with a localized title.
    public init(_ title: LocalizedStringKey, to fragment: F, in navigator: Navigator<F>) where Label == Text {
        self.init(fragment, in: navigator) { Text(title) }
    }

    /// Creates a link with a title that is not localized, such as a name.
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
