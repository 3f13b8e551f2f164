import Foundation
import SQLStatements

/// The read operations of a transaction.
package struct Snapshot {
    package let session: any SQLSession
    package let now: Date

    /// The time in seconds since 1970.
    package var time: Int { now.secondsSince1970 }
}
