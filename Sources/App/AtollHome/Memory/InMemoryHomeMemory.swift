import Foundation

/// An in-memory store: its records last as long as the process.
public actor InMemoryHomeMemory: HomeMemory {
    private var known: [String: HomeRecord] = [:]

    /// Creates a memory without records.
    public init() {}

    /// All records, by the ids of the modules.
    public func records() -> [String: HomeRecord] { known }

    /// Records an event.
    public func note(_ event: HomeEvent, _ module: String, at date: Date, in calendar: Calendar) {
        _ = known[module, default: HomeRecord()].note(event, at: date, in: calendar)
    }

    /// Deletes all records.
    public func forget() { known = [:] }
}
