import Observation

/// A value that is observed by itself. It changes first and is told of then, so that an observer sees all that has changed with it.
@MainActor
final class Signal<Value: Hashable>: @MainActor Observable {
    private let registrar = ObservationRegistrar()
    /// Kept, since a key path of a generic type is made anew wherever it is written.
    private let path: KeyPath<Signal<Value>, Value> = \.current
    private var current: Value

    init(_ value: Value) { current = value }

    var value: Value {
        registrar.access(self, keyPath: path)
        return current
    }

    /// - Returns: Whether it is another one.
    func set(_ value: Value) -> Bool {
        guard value != current else { return false }
        current = value
        return true
    }

    /// Lets all who have looked look again.
    func tell() { registrar.withMutation(of: self, keyPath: path) {} }
}

/// Signals by what they are about, made when somebody looks for the first time.
///
/// Nobody says when they no longer look, so they are bounded: where there are too many, nothing more is observed by itself, and after the next
/// change all who look are made to look again, and the signals are made anew. (Who looks at this moment is told of nothing yet.)
@MainActor
final class Signals<Subject: Hashable, Value: Hashable> {
    private var signals: [Subject: Signal<Value>] = [:]
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// What somebody has looked at.
    var subjects: some Collection<Subject> { signals.keys }

    /// The value about a subject, of which the observer is told when it changes.
    ///
    /// - Returns: Nil where there are too many.
    func value(of subject: Subject, _ value: () -> Value) -> Value? {
        if let known = signals[subject] { return known.value }
        guard signals.count < limit else { return nil }
        let signal = Signal(value())
        signals[subject] = signal
        return signal.value
    }

    /// Changes the values, and tells nobody yet.
    ///
    /// - Returns: Those that are others now.
    func change(to value: (Subject) -> Value) -> [Signal<Value>] {
        guard !signals.isEmpty else { return [] }
        return signals.compactMap { subject, signal in signal.set(value(subject)) ? signal : nil }
    }

    var areTooMany: Bool { signals.count >= limit }

    func expire() {
        let all = signals.values
        signals = [:]
        for signal in all { signal.tell() }
    }
}
