import Foundation

/// Stores what one user has seen of a home.
public protocol HomeMemory: Sendable {
    /// All records, by the ids of the modules.
    func records() async throws -> [String: HomeRecord]
    /// Records an event for the module with this id. The calendar, with the user's time zone, decides when a new day
    /// begins.
    func note(_ event: HomeEvent, _ module: String, at date: Date, in calendar: Calendar) async throws
    /// Deletes all records.
    func forget() async throws
}
