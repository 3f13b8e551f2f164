import HTTPTypes

extension HTTPField.Name {
    /// A header name that is known to be valid; traps otherwise.
    package static func knownName(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is not a valid header name") }
        return name
    }
}
