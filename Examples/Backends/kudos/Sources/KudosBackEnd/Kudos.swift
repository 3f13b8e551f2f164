import Foundation
import GRDB

/// Thanks from one user to another.
struct Kudos: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "kudos"

    let id: String
    let from: String
    let fromName: String
    let to: String
    let toName: String
    let badge: String
    let message: String
    let date: Date
}
