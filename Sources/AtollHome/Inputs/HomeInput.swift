import Foundation

/// Something that a home depends on: the user, the plan, what is on, the clock. It says which flags are set because of it.
///
/// A home's raw state is the union of what its inputs say last.
public struct HomeInput<Flags: HomeFlags>: Sendable {
    /// For people: in what is reported of it.
    public let name: String
    /// What it says at this moment, where it can be asked.
    let read: (@Sendable () async throws -> Flags)?
    /// Tells what it says from now on, until it ends, fails or is cancelled; nil stands for "ask me".
    let follow: @Sendable (_ tell: @escaping @Sendable (Flags?) -> Void) async throws -> Void

    /// An input that publishes its flags. It is followed while the home has listeners; a sequence that ends with its first
    /// iteration, as a stream does, is over when they have left.
    ///
    /// - Parameters:
    ///   - values: What it is made from. Where it ends or fails, what it said last stays.
    ///   - flags: Which flags are set because of a value.
    public init<Values: AsyncSequence & Sendable>(
        _ name: String, _ values: Values, flags: @escaping @Sendable (Values.Element) -> Flags
    ) {
        self.name = name
        read = nil
        follow = { tell in
            for try await value in values { tell(flags(value)) }
        }
    }

    /// An input that publishes flags.
    public init<Values: AsyncSequence & Sendable>(_ name: String, _ values: Values) where Values.Element == Flags {
        self.init(name, values) { $0 }
    }

    /// An input that can be asked, and is asked again when a signal says that it is worth it: once for each update of the home,
    /// however often that is said.
    public init(
        _ name: String, on signal: HomeSignal, read: @escaping @Sendable () async throws -> Flags
    ) {
        self.name = name
        self.read = read
        follow = { tell in
            await signal.listen { tell(nil) }
        }
    }

    /// An input that follows the clock: it is asked at each instant at which what it says may become something else.
    ///
    /// - Parameters:
    ///   - next: The first such instant after a date, or nil where there is none.
    ///   - flags: Which flags are set at a date.
    public init(
        _ name: String, clock: HomeClock, next: @escaping @Sendable (Date) async throws -> Date?,
        flags: @escaping @Sendable (Date) async throws -> Flags
    ) {
        self.name = name
        read = { try await flags(clock.now()) }
        follow = { tell in
            for await _ in clock.wakes(next: next) { tell(nil) }
        }
    }

    /// The same input, which is asked again on a signal, too.
    public func asked(on signal: HomeSignal) -> HomeInput {
        HomeInput(name, read: read) { [follow] tell in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await follow(tell) }
                group.addTask { await signal.listen { tell(nil) } }
                try await group.waitForAll()
            }
        }
    }

    private init(
        _ name: String, read: (@Sendable () async throws -> Flags)?,
        follow: @escaping @Sendable (_ tell: @escaping @Sendable (Flags?) -> Void) async throws -> Void
    ) {
        self.name = name
        self.read = read
        self.follow = follow
    }

    /// An input that always says the same.
    public init(_ name: String, _ flags: Flags) {
        self.name = name
        read = { flags }
        follow = { _ in }
    }
}

/// Puts inputs together.
@resultBuilder
public enum HomeInputsBuilder<Flags: HomeFlags> {
    public static func buildExpression(_ input: HomeInput<Flags>) -> [HomeInput<Flags>] { [input] }
    public static func buildExpression(_ inputs: [HomeInput<Flags>]) -> [HomeInput<Flags>] { inputs }
    public static func buildBlock(_ inputs: [HomeInput<Flags>]...) -> [HomeInput<Flags>] { inputs.flatMap(\.self) }
    public static func buildOptional(_ inputs: [HomeInput<Flags>]?) -> [HomeInput<Flags>] { inputs ?? [] }
    public static func buildEither(first inputs: [HomeInput<Flags>]) -> [HomeInput<Flags>] { inputs }
    public static func buildEither(second inputs: [HomeInput<Flags>]) -> [HomeInput<Flags>] { inputs }
    public static func buildArray(_ inputs: [[HomeInput<Flags>]]) -> [HomeInput<Flags>] { inputs.flatMap(\.self) }
}
