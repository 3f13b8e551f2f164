import ForeignText

/// The reason that a form is rejected.
package enum FormError: Error, Hashable, CustomStringConvertible {
    case tooManyFields
    /// A percent sign is not followed by two hexadecimal digits, or the bytes are not UTF-8.
    case badEncoding
    /// A name or value has more combining marks in a row than any language needs.
    case tooManyMarks
    case nameTooLong
    case valueTooLong(String)
    case repeated(String)

    package var description: String {
        switch self {
        case .tooManyFields: "The form has more than \(FormFields.maximumFields) fields."
        case .badEncoding:
            "The form is not encoded correctly. Expected UTF-8 with two hexadecimal digits after each \"%\"."
        case .tooManyMarks:
            "The form has a text with more than \(ForeignText.longestRun) combining marks in a row."
        case .nameTooLong: "The form has a field whose name is longer than \(FormFields.maximumName) bytes."
        case .valueTooLong(let name): "The field \"\(name)\" is longer than \(FormFields.maximumValue) bytes."
        case .repeated(let name): "The field \"\(name)\" appears twice."
        }
    }
}
