import Observation

/// An observable home for a screen: its state is kept up to date while a task follows it.
///
/// ```swift
/// let model = HomeModel(home)
/// HomeView(model) { Header() } content: { LunchCard().home(HarbourCard.lunch) }
/// ```
@MainActor
@Observable
public final class HomeModel<Flags: HomeFlags> {
    /// The modules of the home.
    public typealias Module = Flags.Module

    /// The state last published by the home; nil before the first one.
    public private(set) var state: HomeState<Flags>?

    @ObservationIgnored private var shown = 0
    /// The home that the model follows.
    @ObservationIgnored public let home: Home<Flags>

    /// Creates a model; ``follow()`` starts it.
    public init(_ home: Home<Flags>) { self.home = home }

    /// The modules shown, the most important first; empty before the first state.
    public var modules: [Module] { state?.modules ?? [] }

    /// Follows the home until the task is cancelled. Call it in the screen's task; `HomeView` does.
    public func follow() async {
        for await state in await home.states() { await show(state) }
    }

    /// Asks the inputs again immediately, when the user requests a refresh.
    public func refresh() async {
        let before = shown
        let state = await home.state()
        // A state that arrived in the meantime is newer.
        if before == shown { await show(state) }
    }

    private func show(_ state: HomeState<Flags>) async {
        let new = state.modules.filter { !(self.state?.modules.contains($0) ?? false) }
        self.state = state
        shown += 1
        for module in new { await home.note(.shown, module) }
    }

    /// Records that the user opened or dismissed a module.
    public func note(_ event: HomeEvent, _ module: Module) { Task { await home.note(event, module) } }
}
