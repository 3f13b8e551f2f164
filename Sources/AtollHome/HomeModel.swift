import Observation

/// A home as a screen needs it: what is shown, kept up to date while somebody looks.
@MainActor
@Observable
public final class HomeModel<Flags: HomeFlags> {
    public typealias Module = Flags.Module

    /// What is shown; nil before the home has said anything.
    public private(set) var state: HomeState<Flags>?

    @ObservationIgnored private var shown = 0
    @ObservationIgnored public let home: Home<Flags>

    public init(_ home: Home<Flags>) { self.home = home }

    /// The modules, the most important first.
    public var modules: [Module] { state?.modules ?? [] }

    /// Follows the home until the task is cancelled: for as long as the screen is there.
    public func follow() async {
        for await state in await home.states() { await show(state) }
    }

    /// Looks again at once: when the user asks for it.
    public func refresh() async {
        let before = shown
        let state = await home.state()
        // One that has come meanwhile is newer.
        if before == shown { await show(state) }
    }

    private func show(_ state: HomeState<Flags>) async {
        let new = state.modules.filter { !(self.state?.modules.contains($0) ?? false) }
        self.state = state
        shown += 1
        for module in new { await home.note(.shown, module) }
    }

    /// Notes what the user did with a module.
    public func note(_ event: HomeEvent, _ module: Module) { Task { await home.note(event, module) } }
}
