import Observation

/// A value that is observed individually. It changes before its observers are notified, so that they see everything
/// that has changed with it.
@MainActor
final class Signal<Value: Hashable>: @MainActor Observable {
    private let registrar = ObservationRegistrar()
    /// Stored, since a key path of a generic type is created wherever it is written.
    private let path: KeyPath<Signal<Value>, Value> = \.current
    private var current: Value

    init(_ value: Value) { current = value }

    var value: Value {
        registrar.access(self, keyPath: path)
        return current
    }

    /// - Returns: Whether the value has changed.
    func set(_ value: Value) -> Bool {
        guard value != current else { return false }
        current = value
        return true
    }

    /// Notifies all observers.
    func tell() { registrar.withMutation(of: self, keyPath: path) {} }
}
