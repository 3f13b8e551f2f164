import Foundation
import GRDB

/// A user who has shared their name with Kudos.
struct Person: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "person"

    let id: String
    let name: String
}
