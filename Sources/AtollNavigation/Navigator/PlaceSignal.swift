import Observation

/// Whether one place is presented, observed by itself: looking it up costs what looking up in a dictionary does.
///
/// It changes first and is told of then, so that an observer sees all that has changed with it.
@MainActor
@usableFromInline
final class PlaceSignal: @MainActor Observable {
    private let registrar = ObservationRegistrar()
    private var isPresented: Bool
    /// Whether it is kept up to date no longer: there were too many.
    private(set) var isExpired = false

    init(_ isPresented: Bool) { self.isPresented = isPresented }

    /// The value, of which the observer is told when it changes; nil once the signal has expired.
    @usableFromInline var value: Bool? {
        if isExpired { return nil }
        registrar.access(self, keyPath: \.isPresented)
        return isPresented
    }

    /// - Returns: Whether it is another value now.
    func set(_ value: Bool) -> Bool {
        guard value != isPresented else { return false }
        isPresented = value
        return true
    }

    /// Lets all who have looked look again.
    func tell() { registrar.withMutation(of: self, keyPath: \.isPresented) {} }

    func expire() {
        isExpired = true
        tell()
    }
}
