/// What each input said last. Inputs write from their own tasks, as often as they like; who reads is told once for all that was
/// written since.
final class HomeLatest<Flags: HomeFlags>: Sendable {
    private struct State: Sendable {
        var flags: [Flags?]
        /// Inputs that want to be asked.
        var asking: Set<Int> = []
        /// Whether somebody was told of what changed.
        var isTold = false
    }

    private let state: Locked<State>
    private let signal = HomeSignal()

    init(count: Int) { state = Locked(State(flags: Array(repeating: nil, count: count))) }

    /// When there is something new.
    var changes: AsyncStream<Void> { signal.changes() }

    /// Notes what an input says, or that it wants to be asked.
    func tell(_ index: Int, _ flags: Flags?) {
        let isNews = state.withLock { state in
            if let flags {
                if state.flags[index] == flags { return false }
                state.flags[index] = flags
            } else {
                state.asking.insert(index)
            }
            defer { state.isTold = true }
            return !state.isTold
        }
        if isNews { signal.send() }
    }

    /// Sets what an input answered.
    func set(_ index: Int, _ flags: Flags) { state.withLock { $0.flags[index] = flags } }

    /// The inputs that want to be asked; what comes from now on is told again.
    func take() -> [Int] {
        state.withLock { state in
            state.isTold = false
            defer { state.asking = [] }
            return state.asking.sorted()
        }
    }

    /// What all have said.
    var union: Flags { state.withLock { $0.flags.reduce(into: []) { $0.formUnion($1 ?? []) } } }

    /// Whether some have not spoken yet.
    var isWaiting: Bool { !silent.isEmpty }

    /// Those that have not.
    var silent: [Int] { state.withLock { state in state.flags.indices.filter { state.flags[$0] == nil } } }
}
