import Foundation

/// Something that a home depends on, such as the user, the plan, live events or the clock. It reports which flags it
/// sets.
///
/// A home's raw state is the union of the flags that its inputs reported last.
public struct HomeInput<Flags: HomeFlags>: Sendable {
    /// The name that reported errors contain.
    public let name: String
    /// Returns the current flags; nil for an input that can't be asked.
    let read: (@Sendable () async throws -> Flags)?
    /// Reports the flags from now on, until the input ends, fails or is cancelled; nil means "ask me".
    let follow: @Sendable (_ tell: @escaping @Sendable (Flags?) -> Void) async throws -> Void
    /// The signals after which the input is asked again. A home listens to them before it asks for the first time.
    let signals: [HomeSignal]

    /// An input that follows a sequence of values. It does so while the home has listeners. A sequence that supports
    /// only one iteration, such as an `AsyncStream`, is used up when the last listener leaves.
    ///
    /// - Parameters:
    ///   - name: The name that reported errors contain.
    ///   - values: The sequence. When it ends or fails, its last flags stay in effect.
    ///   - flags: Returns the flags that a value sets.
    public init<Values: AsyncSequence & Sendable>(
        _ name: String, _ values: Values, flags: @escaping @Sendable (Values.Element) -> Flags
    ) {
        self.name = name
        read = nil
        signals = []
        follow = { tell in
            for try await value in values { tell(flags(value)) }
        }
    }

    /// An input that follows a sequence of flags.
    public init<Values: AsyncSequence & Sendable>(_ name: String, _ values: Values) where Values.Element == Flags {
        self.init(name, values) { $0 }
    }

    /// An input that is asked for its flags, and asked again when a signal is sent: at most once for each update of the
    /// home, however often the signal is sent.
    public init(
        _ name: String, on signal: HomeSignal, read: @escaping @Sendable () async throws -> Flags
    ) {
        self.name = name
        self.read = read
        signals = [signal]
        follow = { _ in }
    }

    /// An input that follows the clock: it is asked again at each instant at which its flags may change.
    ///
    /// - Parameters:
    ///   - name: The name that reported errors contain.
    ///   - clock: The clock, usually the home's.
    ///   - next: Returns the first such instant after a date, or `nil` without one.
    ///   - flags: Returns the flags that are set at a date.
    public init(
        _ name: String, clock: HomeClock, next: @escaping @Sendable (Date) async throws -> Date?,
        flags: @escaping @Sendable (Date) async throws -> Flags
    ) {
        self.name = name
        read = { try await flags(clock.now()) }
        signals = []
        follow = { tell in
            for await _ in clock.wakes(next: next) { tell(nil) }
        }
    }

    /// Returns the input with a signal that causes it to be asked again.
    public func asked(on signal: HomeSignal) -> HomeInput {
        HomeInput(name, read: read, signals: signals + [signal], follow: follow)
    }

    private init(
        _ name: String, read: (@Sendable () async throws -> Flags)?, signals: [HomeSignal],
        follow: @escaping @Sendable (_ tell: @escaping @Sendable (Flags?) -> Void) async throws -> Void
    ) {
        self.name = name
        self.read = read
        self.signals = signals
        self.follow = follow
    }

    /// An input with constant flags.
    public init(_ name: String, _ flags: Flags) {
        self.name = name
        read = { flags }
        signals = []
        follow = { _ in }
    }
}
