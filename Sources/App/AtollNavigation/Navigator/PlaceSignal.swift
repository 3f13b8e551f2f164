import Observation

/// Whether one place is presented, observed individually: reading it costs as much as looking it up in a dictionary.
///
/// It changes before its observers are notified, so that they see everything that has changed with it.
@MainActor
@usableFromInline
final class PlaceSignal: @MainActor Observable {
    /// A single value, since each property that is read costs a check for exclusive access.
    @usableFromInline
    enum Answer {
        case no, yes
        /// No longer updated, because there were too many signals.
        case expired
    }

    @usableFromInline let registrar = ObservationRegistrar()
    @usableFromInline private(set) var answer: Answer

    init(_ isPresented: Bool) { answer = isPresented ? .yes : .no }

    /// The value, of whose changes the observer is notified; nil once the signal has expired.
    @inlinable var value: Bool? {
        registrar.access(self, keyPath: \.answer)
        switch answer {
        case .no: return false
        case .yes: return true
        case .expired: return nil
        }
    }

    /// - Returns: Whether the value has changed.
    func set(_ value: Bool) -> Bool {
        guard value != (answer == .yes) else { return false }
        answer = value ? .yes : .no
        return true
    }

    /// Notifies all observers.
    func tell() { registrar.withMutation(of: self, keyPath: \.answer) {} }

    func expire() {
        answer = .expired
        tell()
    }
}
