import AtollNavigation
import SwiftUI

/// Bindings for SwiftUI's own controls. Writing to one is an operation that the graph checks: if the graph refuses it,
/// the state stays as it was, the navigator publishes the error, and the view shows the unchanged state.
extension Navigator {
    /// A binding to whether a fragment is presented.
    ///
    /// ```swift
    /// .popover(isPresented: navigator.presentation(of: .help)) { HelpView() }
    /// ```
    /// Writing `true` presents the fragment, writing `false` dismisses it.
    public func presentation(of fragment: F) -> Binding<Bool> {
        Binding { @MainActor in
            self.isPresented(fragment)
        } set: { @MainActor isPresented in
            guard isPresented != self.isPresented(fragment) else { return }
            if isPresented { self.present(fragment) } else { self.dismiss(fragment) }
        }
    }

    /// A binding to whether a fact is true.
    ///
    /// ```swift
    /// Toggle(isOn: navigator.truth(of: .subscribed)) { Text("Subscribed") }
    /// ```
    public func truth(of fact: Fact) -> Binding<Bool> {
        Binding { @MainActor in
            self.facts.contains(fact)
        } set: { @MainActor isTrue in
            self.set(fact, isTrue)
        }
    }

    /// A binding to the id of the presented fragment of a case, for a list with a selection.
    ///
    /// ```swift
    /// List(selection: navigator.selection(of: Shop.product)) { ForEach(products) { Text($0.name) } }
    /// ```
    /// If several fragments of the case are held, it is the id of the newest, even while something is pushed on that
    /// one. Writing another id presents that fragment in its place; writing nil dismisses it.
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

    /// A binding to the selected fragment, for a tab bar.
    ///
    /// ```swift
    /// TabView(selection: navigator.selection(among: [.news, .shop])) {
    ///     NewsView().tag(Screen.news)
    ///     ShopView().tag(Screen.shop)
    /// }
    /// ```
    /// Writing the fragment that is already selected pops everything pushed on it, as tapping the selected tab does.
    ///
    /// - Precondition: `fragments` is not empty.
    public func selection(among fragments: [F]) -> Binding<F> {
        precondition(!fragments.isEmpty, "A tab bar needs at least one tab.")
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

    /// A binding to the fragments pushed on a place, for a stack.
    ///
    /// ```swift
    /// NavigationStack(path: navigator.pushed(on: .hub)) {
    ///     HubScreenView()
    ///         .navigationDestination(for: Screen.self) { screen in ScreenView(screen) }
    /// }
    /// ```
    public func pushed(on root: F) -> Binding<[F]> {
        Binding { @MainActor in
            self.stack(from: root)
        } set: { @MainActor stack in
            guard stack != self.stack(from: root) else { return }
            self.setStack(stack, from: root)
        }
    }
}
