import AtollNavigation
import SwiftUI

/// What views are bound to. A binding never changes the state past the graph: what the graph refuses stays as it was, the navigator
/// publishes why, and the view shows the state again.
extension Navigator {
    /// Whether a fragment without an id is presented: for a sheet, a cover, a popover, an inspector.
    ///
    /// Setting it presents or dismisses the fragment.
    public func isPresented(_ fragment: F) -> Binding<Bool> { isPresented(PathFragment(fragment)) }

    /// Whether a fragment is presented with this id.
    public func isPresented<ID: FragmentIDValue>(_ fragment: F, id: ID) -> Binding<Bool> {
        isPresented(PathFragment(fragment, id: id.fragmentID))
    }

    private func isPresented(_ place: PathFragment<F>) -> Binding<Bool> {
        Binding { @MainActor in
            self.presentedPlaces.contains(place)
        } set: { @MainActor isPresented in
            guard isPresented != self.presentedPlaces.contains(place) else { return }
            if isPresented {
                self.present(place.fragment, id: place.id)
            } else {
                self.dismiss(place.fragment, id: place.id)
            }
        }
    }

    /// The newest id with which a fragment is presented, or nil: for a list with a selection.
    ///
    /// Setting it presents the fragment with that id in place of the one before, or dismisses it.
    public func presentedID<ID: FragmentIDValue>(of fragment: F, as type: ID.Type = ID.self) -> Binding<ID?> {
        Binding { @MainActor in
            self.id(of: fragment)
        } set: { @MainActor id in
            let current: ID? = self.id(of: fragment)
            guard id != current else { return }
            if let id {
                self.present(fragment, id: id.fragmentID)
            } else if let current {
                self.dismiss(fragment, id: current.fragmentID)
            }
        }
    }

    /// The one of several that is presented: for `TabView(selection:)`.
    ///
    /// Setting the one that is presented already takes what is pushed on it back, as a tab does that is tapped twice.
    ///
    /// - Precondition: There is at least one.
    public func pick(_ fragments: [F]) -> Binding<F> {
        precondition(!fragments.isEmpty, "A tab view has at least one tab.")
        return Binding { @MainActor in
            self.selected(among: fragments) ?? fragments[0]
        } set: { @MainActor fragment in
            if self.selected(among: fragments) != fragment {
                self.pick(fragment, among: fragments)
            } else if !self.stack(from: PathFragment(fragment)).isEmpty {
                self.attempt(.setStack([], from: PathFragment(fragment)))
            }
        }
    }

    /// What is pushed on a place: for `NavigationStack(path:)`.
    public func stack(_ root: PathFragment<F>) -> Binding<[PathFragment<F>]> {
        Binding { @MainActor in
            self.stack(from: root)
        } set: { @MainActor stack in
            guard stack != self.stack(from: root) else { return }
            self.attempt(.setStack(stack, from: root))
        }
    }
}
