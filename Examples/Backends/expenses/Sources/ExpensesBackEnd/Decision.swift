import Foundation

/// What a manager has said of a report.
struct Decision: Codable, Sendable {
    let by: String
    let byName: String
    let date: Date
    let note: String
}
