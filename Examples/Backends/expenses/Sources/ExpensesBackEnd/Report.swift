import Foundation
import GRDB

/// Expenses that a user has handed in together.
struct Report: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "report"

    let id: String
    let owner: String
    let ownerName: String
    let date: Date
    var state: ReportState
    /// Stored as JSON.
    let text: ReportText
    var decision: Decision?
}
