import Foundation
import GRDB

/// Thanks that somebody gives to somebody else.
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
