import Observation

/// Whether one place is presented, observed by itself: looking it up costs what looking up in a dictionary does.
///
/// It changes first and is told of then, so that an observer sees all that has changed with it.
@MainActor
@usableFromInline
final class PlaceSignal: @MainActor Observable {
    /// One value, since each that is read costs a check for exclusive access.
    @usableFromInline
    enum Answer {
        case no, yes
        /// It is kept up to date no longer: there were too many.
        case expired
    }

    @usableFromInline let registrar = ObservationRegistrar()
    @usableFromInline private(set) var answer: Answer

    init(_ isPresented: Bool) { answer = isPresented ? .yes : .no }

    /// The value, of which the observer is told when it changes; nil once the signal has expired.
    @inlinable var value: Bool? {
        registrar.access(self, keyPath: \.answer)
        switch answer {
        case .no: return false
        case .yes: return true
        case .expired: return nil
        }
    }

    /// - Returns: Whether it is another value now.
    func set(_ value: Bool) -> Bool {
        guard value != (answer == .yes) else { return false }
        answer = value ? .yes : .no
        return true
    }

    /// Lets all who have looked look again.
    func tell() { registrar.withMutation(of: self, keyPath: \.answer) {} }

    func expire() {
        answer = .expired
        tell()
    }
}
