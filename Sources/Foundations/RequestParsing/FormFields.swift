/// The fields of a form in the format `application/x-www-form-urlencoded`.
///
/// ```swift
/// let fields = try FormFields(parsing: "name=Ada+Moreno&return=%2Fhub".utf8)
/// fields["name"]  // "Ada Moreno"
/// ```
///
/// Source: WHATWG URL, section 5.1, but strict: a malformed form is rejected rather than repaired.
package struct FormFields: Hashable, Sendable {
    /// The values by name, with line ends as `\n`.
    package let values: [String: String]

    /// The most fields in one form.
    package static let maximumFields = 64
    /// The longest name, in decoded bytes.
    package static let maximumName = 64
    /// The longest value, in decoded bytes.
    package static let maximumValue = 8_192

    /// Reads the body of a form.
    ///
    /// - Throws: ``FormError``, which describes what is malformed.
    /// - Complexity: O(*n*) in the number of bytes.
    package init(parsing body: some Collection<UInt8>) throws(FormError) {
        var values: [String: String] = [:]
        var count = 0
        for pair in body.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true) {
            count += 1
            guard count <= Self.maximumFields else { throw .tooManyFields }
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = try PercentCoding.formText(pair[..<end])
            let rest = end < pair.endIndex ? pair[pair.index(after: end)...] : pair[end...]
            let value = try PercentCoding.formText(rest)
            guard name.utf8.count <= Self.maximumName else { throw .nameTooLong }
            guard value.utf8.count <= Self.maximumValue else { throw .valueTooLong(name) }
            // Browsers send each line end of a text as two characters, and count it as one.
            let lines = value.contains("\r\n") ? value.replacing("\r\n", with: "\n") : value
            guard values.updateValue(lines, forKey: name) == nil else { throw .repeated(name) }
        }
        self.values = values
    }
}
