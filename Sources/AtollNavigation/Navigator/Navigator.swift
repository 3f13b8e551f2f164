import Observation

/// A navigation state that views observe.
///
/// It adds observation, the published errors and streams to ``NavigationState``, which holds all rules. The forms of its
/// operations that do not throw publish the error instead, so that a button's action is one line.
///
/// A change is seen once, when it is whole: observation tells of each successful operation once, and of a failed one
/// only that ``errors`` has changed.
@MainActor
public final class Navigator<F: Fragment>: NavigatorBase, Observable {
    private let core: NavigatorCore<F>
    private var children: [ObjectIdentifier: WeakNavigator] = [:]

    /// A navigator at the start of `graph`.
    public convenience init(_ graph: NavigationGraph<F>, facts: Set<Fact> = []) {
        self.init(NavigationState(graph, facts: facts))
    }

    /// A navigator at `state`.
    public init(_ state: NavigationState<F>) {
        core = RootNavigatorCore(state)
    }

    init(core: NavigatorCore<F>) {
        self.core = core
    }

    // MARK: What is there

    /// What is true at the moment.
    public var facts: Set<Fact> { core.facts }

    /// The presented places of this navigator's fragments, the oldest first.
    public var presentedPlaces: [PathFragment<F>] { core.presentedPlaces }

    /// The path, as far as it is made of this navigator's fragments.
    public var path: PresentedPath<F> { core.path }

    /// The errors that operations without `throws` have met, the newest last; at most ``errorLimit``.
    public var errors: [NavigationError<F>] { core.errors }

    /// How many errors were published in all, those that are kept no longer among them.
    public var errorCount: Int { core.errorCount }

    /// How many errors are kept.
    public nonisolated static var errorLimit: Int { 50 }

    /// Whether the fragment is presented without an id.
    public func isPresented(_ fragment: F) -> Bool { core.isPresented(PathFragment(fragment)) }

    /// Whether the fragment is presented with this id.
    public func isPresented(_ fragment: F, id: FragmentID) -> Bool { core.isPresented(PathFragment(fragment, id: id)) }

    /// Whether the fragment is presented, with whatever id or none.
    public func isPresentedWithAnyID(_ fragment: F) -> Bool { core.isPresentedWithAnyID(fragment) }

    /// The ids of this type with which the fragment is presented, the oldest first.
    public func ids<ID: FragmentIDValue>(of fragment: F, as type: ID.Type = ID.self) -> [ID] {
        core.ids(of: fragment).compactMap { ID($0) }
    }

    /// The newest id of this type with which the fragment is presented, or nil.
    public func id<ID: FragmentIDValue>(of fragment: F, as type: ID.Type = ID.self) -> ID? {
        ids(of: fragment, as: type).last
    }

    /// The one of `fragments` that is presented, the newest where several are, or nil.
    public func picked(among fragments: [F]) -> F? { core.picked(among: fragments) }

    /// The one of `fragments` that is presented, or that something presented hangs from: the tab that is selected.
    public func selected(among fragments: [F]) -> F? { core.selected(among: fragments) }

    /// The places that were pushed on one, as far as they are this navigator's fragments.
    public func stack(from place: PathFragment<F>) -> [PathFragment<F>] { core.stack(from: place) }

    /// Whether a command would be carried out, and lead where it says and not to a redirect.
    public func canPerform(_ command: NavigationCommand<F>) -> Bool { core.canPerform(command) }

    /// Whether ``present(_:id:)`` would present the fragment itself.
    public func canPresent(_ fragment: F, id: FragmentID? = nil) -> Bool { canPerform(.present(fragment, id: id)) }

    /// Whether something can be presented by this tag.
    public func canPresent(tag: Segue<F>.Tag) -> Bool { canPerform(.presentTag(tag, id: nil)) }

    /// Whether exactly one way leads on.
    public var canGoForward: Bool { canPerform(.forward(id: nil)) }

    /// Whether ``dismiss(_:id:)`` would dismiss the fragment.
    public func canDismiss(_ fragment: F, id: FragmentID? = nil) -> Bool { canPerform(.dismiss(fragment, id: id)) }

    /// Whether something can be dismissed by this tag.
    public func canDismiss(tag: Segue<F>.Tag) -> Bool { canPerform(.dismissTag(tag)) }

    /// Whether ``dismiss()`` would dismiss something.
    public var canDismiss: Bool { canPerform(.dismissLast) }

    /// Whether ``go(to:id:)`` would find a way.
    public func canGo(to fragment: F, id: FragmentID? = nil) -> Bool { canPerform(.go(fragment, id: id)) }

    // MARK: What can be done

    /// Carries a command out.
    ///
    /// - Throws: What the state throws; nothing has changed then, and nothing is published.
    public func perform(_ command: NavigationCommand<F>) throws(NavigationError<F>) { try core.perform(command) }

    /// Carries a command out, and publishes the error where that is not possible.
    ///
    /// - Returns: Whether it was possible.
    @discardableResult
    public func attempt(_ command: NavigationCommand<F>) -> Bool {
        do {
            try core.perform(command)
            return true
        } catch {
            core.publish(error)
            return false
        }
    }

    /// Changes the state as a whole: for what carries out several operations as one. Only the navigator of the whole app can.
    ///
    /// - Throws: What `change` throws; nothing has changed then.
    public func update<Result>(
        _ change: (inout NavigationState<F>) throws(NavigationError<F>) -> Result
    ) throws(NavigationError<F>) -> Result {
        guard let root = core as? RootNavigatorCore<F> else {
            preconditionFailure("The navigator of a feature sees a part of the state only.")
        }
        return try root.update(change)
    }

    /// Sets the path as far as it can be followed, such as one that an older version of the app has kept. Only the navigator of the
    /// whole app can.
    ///
    /// - Returns: The steps that were dropped, each with what was wrong.
    @discardableResult
    public func restore(
        _ path: PresentedPath<F>
    ) -> [(edge: PathEdge<F>, fault: NavigationError<F>.PathFault)] {
        var dropped: [(edge: PathEdge<F>, fault: NavigationError<F>.PathFault)] = []
        // Restoring refuses nothing.
        try? update { state throws(NavigationError<F>) in dropped = state.restore(path) }
        return dropped
    }

    /// Whether everything is as it is at the start, with the facts of now. Only the navigator of the whole app knows.
    ///
    /// - Complexity: That of a new state, and O(*n*) in the length of the path.
    public var isAtStart: Bool {
        guard let root = core as? RootNavigatorCore<F> else { return false }
        return root.isAtStart
    }

    /// Presents a fragment.
    public func present(_ fragment: F, id: FragmentID? = nil) { attempt(.present(fragment, id: id)) }

    /// Presents the target of the newest segue with this tag.
    public func present(tag: Segue<F>.Tag, id: FragmentID? = nil) { attempt(.presentTag(tag, id: id)) }

    /// Takes the only way on.
    public func forward() { attempt(.forward(id: nil)) }

    /// Dismisses a fragment.
    public func dismiss(_ fragment: F, id: FragmentID? = nil) { attempt(.dismiss(fragment, id: id)) }

    /// Dismisses the newest place of a fragment, whatever its id.
    public func dismissWithAnyID(_ fragment: F) { attempt(.dismissWithAnyID(fragment)) }

    /// Dismisses the newest place to which a segue with this tag led.
    public func dismiss(tag: Segue<F>.Tag) { attempt(.dismissTag(tag)) }

    /// Presents an edge's target from its source.
    public func present(_ edge: GraphEdge<F>, id: FragmentID? = nil) { attempt(.presentEdge(edge, id: id)) }

    /// Dismisses an edge's target from its source.
    public func dismiss(_ edge: GraphEdge<F>) { attempt(.dismissEdge(edge)) }

    /// Dismisses the newest place that can be.
    public func dismiss() { attempt(.dismissLast) }

    /// Presents one of several, as a tab bar does.
    public func pick(_ fragment: F?, among fragments: [F]) { attempt(.pick(fragment, among: fragments)) }

    /// Goes to a fragment by the shortest way.
    public func go(to fragment: F, id: FragmentID? = nil) { attempt(.go(fragment, id: id)) }

    /// Sets the whole path.
    public func replace(with path: PresentedPath<F>) { attempt(.replace(path)) }

    /// Carries out a step of a walk.
    public func navigate(_ transition: NavigationTransition<F>) { attempt(.navigate(transition)) }

    /// Adds or removes a fact.
    public func set(_ fact: Fact, _ isTrue: Bool) {
        var facts = facts
        if isTrue { facts.insert(fact) } else { facts.remove(fact) }
        attempt(.setFacts(facts))
    }

    /// Each successful operation, from now on.
    public func changes() -> AsyncStream<NavigationChange<F>> { core.changes() }

    /// Each error that is published, from now on.
    public func publishedErrors() -> AsyncStream<NavigationError<F>> { core.publishedErrors() }

    // MARK: Scopes

    /// The navigator of a feature, which sees its own fragments only: the same one each time, for as long as somebody
    /// holds it.
    public func scoped<Child: Fragment>(_ embedding: Embedding<F, Child>) -> Navigator<Child> {
        if let known = children[embedding.identity]?.navigator as? Navigator<Child> { return known }
        let child = Navigator<Child>(core: ScopedNavigatorCore(core, embedding))
        children[embedding.identity] = WeakNavigator(navigator: child)
        return child
    }
}

/// What navigators of all fragments have in common, so that one can keep its scopes.
@MainActor
public class NavigatorBase {
    init() {}
}

private struct WeakNavigator {
    weak var navigator: NavigatorBase?
}
