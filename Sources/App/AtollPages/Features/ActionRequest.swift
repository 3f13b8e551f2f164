/// A form that a user submitted.
public struct ActionRequest: Sendable {
    /// The signed-in user who submitted the form.
    public let user: PageUser
    private let fields: [String: String]

    /// Creates a request with the decoded fields of a form.
    public init(user: PageUser, fields: [String: String]) {
        self.user = user
        self.fields = fields
    }

    /// The value of a field; empty if the form does not have it.
    public subscript(name: String) -> String { fields[name] ?? "" }
}
