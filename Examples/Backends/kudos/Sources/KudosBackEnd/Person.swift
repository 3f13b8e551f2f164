import Foundation
import GRDB

/// Somebody who has let Kudos know their name.
struct Person: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "person"

    let id: String
    let name: String
}
