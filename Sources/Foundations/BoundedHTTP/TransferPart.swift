import Foundation

/// A part of a response.
package enum TransferPart: Sendable {
    /// The status, which comes first, the `Date` header as it was sent, and the URL after all redirects.
    case head(status: Int, date: String?, url: URL)
    /// Bytes of the body.
    case chunk(Data)
}
