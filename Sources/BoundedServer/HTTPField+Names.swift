import HTTPTypes

extension HTTPField.Name {
    /// A header's name that is known to be one.
    package static func knownName(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is a header's name") }
        return name
    }
}
