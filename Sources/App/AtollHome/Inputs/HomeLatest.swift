/// The flags that each input reported last. Inputs write from their own tasks, as often as they like; the reader is
/// signalled once for all writes since it last called ``take()``.
final class HomeLatest<Flags: HomeFlags>: Sendable {
    private struct State: Sendable {
        var flags: [Flags?]
        /// The inputs that want to be asked, by index.
        var asking: Set<Int> = []
        /// Whether the reader was signalled since it last called `take()`.
        var isTold = false
    }

    private let state: Locked<State>
    private let signal = HomeSignal()

    init(count: Int) { state = Locked(State(flags: Array(repeating: nil, count: count))) }

    /// Yields when something has changed.
    var changes: AsyncStream<Void> { signal.changes() }

    /// Stores the flags that an input reports and signals the change; nil means that the input wants to be asked.
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

    /// Stores the flags that an input returned when asked, without a signal.
    func set(_ index: Int, _ flags: Flags) { state.withLock { $0.flags[index] = flags } }

    /// Returns the inputs that want to be asked, and lets the next change be signalled again.
    func take() -> [Int] {
        state.withLock { state in
            state.isTold = false
            defer { state.asking = [] }
            return state.asking.sorted()
        }
    }

    /// The union of all inputs' flags.
    var union: Flags { state.withLock { $0.flags.reduce(into: []) { $0.formUnion($1 ?? []) } } }

    /// Whether some inputs have not reported any flags yet.
    var isWaiting: Bool { !silent.isEmpty }

    /// The inputs that have not reported any flags yet, by index.
    var silent: [Int] { state.withLock { state in state.flags.indices.filter { state.flags[$0] == nil } } }
}
