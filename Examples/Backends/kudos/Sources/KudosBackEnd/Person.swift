import Foundation
import GRDB

/// A person who has let Kudos know their name.
struct Person: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "person"

    let id: String
    let name: String
}
