import Observation

/// Signals by their subjects, created when first accessed.
///
/// Observers do not unsubscribe, so the number of signals is bounded: once there are too many, no further subject is
/// observed individually; after the next change, all observers are notified and the signals are discarded, to be
/// created again on access. (Not immediately, since an observer that is reading at that moment would not be notified
/// yet.)
@MainActor
final class Signals<Subject: Hashable, Value: Hashable> {
    private var signals: [Subject: Signal<Value>] = [:]
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// The subjects that were accessed.
    var subjects: some Collection<Subject> { signals.keys }

    /// The value about a subject, of whose changes the observer is notified.
    ///
    /// - Returns: Nil if there are too many signals.
    func value(of subject: Subject, _ value: () -> Value) -> Value? {
        if let known = signals[subject] { return known.value }
        guard signals.count < limit else { return nil }
        let signal = Signal(value())
        signals[subject] = signal
        return signal.value
    }

    /// Changes the values without notifying observers yet.
    ///
    /// - Returns: The signals whose values have changed.
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
