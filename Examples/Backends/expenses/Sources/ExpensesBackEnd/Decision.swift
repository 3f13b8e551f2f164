import Foundation

/// A manager's decision about a report.
struct Decision: Codable, Sendable {
    let by: String
    let byName: String
    let date: Date
    let note: String
}
