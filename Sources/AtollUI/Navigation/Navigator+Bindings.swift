import AtollNavigation
import SwiftUI

/// What views are bound to. A binding never changes the state past the graph: what the graph refuses stays as it was, the navigator
/// publishes why, and the view shows the state again.
extension Navigator {
    /// Whether a fragment is presented, for a view that presents it: `.popover(isPresented: navigator.presentation(of: .help))`.
    ///
    /// Setting it presents or dismisses the fragment.
    public func presentation(of fragment: F) -> Binding<Bool> {
        Binding { @MainActor in
            self.isPresented(fragment)
        } set: { @MainActor isPresented in
            guard isPresented != self.isPresented(fragment) else { return }
            if isPresented { self.present(fragment) } else { self.dismiss(fragment) }
        }
    }

    /// Whether a fact is true, for a switch: `Toggle("Subscribed", isOn: navigator.truth(of: .subscribed))`.
    public func truth(of fact: Fact) -> Binding<Bool> {
        Binding { @MainActor in
            self.facts.contains(fact)
        } set: { @MainActor isTrue in
            self.set(fact, isTrue)
        }
    }

    /// Which one of a case is presented, for a list with a selection: `List(selection: navigator.selection(of: Shop.product))`.
    ///
    /// It is the newest that is held, where several are, also while something is pushed on it. Setting it presents another one in its place, or dismisses it.
    public func selection<ID: Hashable>(of makeFragment: @escaping (ID) -> F) -> Binding<ID?> {
        Binding { @MainActor in
            self.held(makeFragment)
        } set: { @MainActor id in
            let current = self.held(makeFragment)
            guard id != current else { return }
            if let id {
                self.present(makeFragment(id))
            } else if let current {
                self.dismiss(makeFragment(current))
            }
        }
    }

    private func held<ID: Hashable>(_ makeFragment: (ID) -> F) -> ID? {
        for place in heldPlaces.reversed() {
            if let id = place.value(of: makeFragment) { return id }
        }
        return nil
    }

    /// Which one of several is selected, for a tab bar: `TabView(selection: navigator.selection(among: [.news, .shop]))`.
    ///
    /// Setting the one that is selected already takes what is pushed on it back, as a tab does that is tapped twice.
    ///
    /// - Precondition: There is at least one.
    public func selection(among fragments: [F]) -> Binding<F> {
        precondition(!fragments.isEmpty, "A tab bar has at least one tab.")
        return Binding { @MainActor in
            self.selected(among: fragments) ?? fragments[0]
        } set: { @MainActor fragment in
            if self.selected(among: fragments) != fragment {
                self.pick(fragment, among: fragments)
            } else if !self.stack(from: fragment).isEmpty {
                self.setStack([], from: fragment)
            }
        }
    }

    /// What is pushed on a place, for a stack: `NavigationStack(path: navigator.pushed(on: .hub))`.
    public func pushed(on root: F) -> Binding<[F]> {
        Binding { @MainActor in
            self.stack(from: root)
        } set: { @MainActor stack in
            guard stack != self.stack(from: root) else { return }
            self.setStack(stack, from: root)
        }
    }
}
