import Foundation
import SQLStatements

/// What can be read in a transaction.
struct Snapshot {
    let session: any SQLSession
    let now: Date

    /// The time in seconds since 1970.
    var time: Int { now.secondsSince1970 }
}
