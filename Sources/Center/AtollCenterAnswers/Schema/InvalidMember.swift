/// A member of a body, or a query parameter, that is not what the document says.
package struct InvalidMember: Error, Hashable {
    /// Its name, such as `places.0.name`.
    package let name: String
    /// The fault, to follow the name: "must have at most 50 mini apps".
    package let reason: String

    package init(_ name: String, _ reason: String) {
        (self.name, self.reason) = (name, reason)
    }
}
