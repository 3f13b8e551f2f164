import Foundation

/// A value of a row, whichever database it is in.
package enum ArchivedValue: Hashable, Sendable {
    case null
    /// Also a Boolean, as 0 or 1.
    case integer(Int64)
    case number(Double)
    case text(String)
    case bytes(Data)
}
