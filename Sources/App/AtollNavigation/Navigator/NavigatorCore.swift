/// The implementation of a navigator: the state itself, or a parent's state, seen through an embedding.
@MainActor
protocol NavigatorCore<F>: AnyObject {
    associatedtype F: Fragment
    var facts: Set<Fact> { get }
    var presentedPlaces: [F] { get }
    var path: PresentedPath<F> { get }
    var errors: [NavigationError<F>] { get }
    var errorCount: Int { get }
    /// The signal of one place, or nil if there are too many signals already.
    func signal(of fragment: F) -> PlaceSignal?
    /// Whether a place is presented, observed along with the whole state.
    func isPresented(_ fragment: F) -> Bool
    func isAnyPresented(_ fragment: F) -> Bool
    func isOpen(to fragment: F) -> Bool
    func picked(among fragments: [F]) -> F?
    func selected(among fragments: [F]) -> F?
    func stack(from place: F) -> [F]
    var heldPlaces: [F] { get }
    func canDismiss(_ fragment: F) -> Bool
    func places(below place: F) -> [F]
    func canPerform(_ command: NavigationCommand<F>) -> Bool
    func perform(_ command: NavigationCommand<F>) throws(NavigationError<F>)
    func publish(_ error: NavigationError<F>)
    func changes() -> AsyncStream<NavigationChange<F>>
    /// Registers what a container of views shows.
    func show(_ container: FragmentContainer<F>)
    /// The mismatches between registered containers and the whole app's graph that were not returned before.
    func newContainerFaults() -> [any CustomStringConvertible & Sendable]
    func publishedErrors() -> AsyncStream<NavigationError<F>>
}
