/// The reason that a form with files is rejected.
package enum MultipartError: Error, Hashable, CustomStringConvertible {
    /// The content type is another, or has no usable boundary.
    case noForm
    /// The bytes don't have the format.
    case malformed
    /// A part's headers are too long.
    case headersTooLong
    case tooManyParts
    /// The form ended before its last boundary.
    case cutOff

    package var description: String {
        switch self {
        case .noForm: "Expected a form with files (multipart/form-data)."
        case .malformed: "The form is not encoded correctly."
        case .headersTooLong: "A part of the form has headers of more than \(MultipartReader.maximumHeaders) bytes."
        case .tooManyParts: "The form has more than \(MultipartReader.maximumParts) parts."
        case .cutOff: "The form ended early."
        }
    }
}
