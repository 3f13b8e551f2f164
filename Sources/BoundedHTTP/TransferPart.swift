import Foundation

/// A part of a response.
package enum TransferPart: Sendable {
    /// The status, which comes first, and the `Date` header as it was sent.
    case head(status: Int, date: String?)
    /// Bytes of the body.
    case chunk(Data)
}
