import Foundation

/// A part of a response.
package enum TransferPart: Sendable {
    /// The status, which comes first.
    case head(status: Int)
    /// Bytes of the body.
    case chunk(Data)
}
