struct SignedInView: Codable, Sendable, Documented {
    /// To be sent as a bearer token from now on.
    let secret: String
    let account: String
    let name: String
    /// To be sent with the next sign-in of this person: so strangers who try their name don't keep them out.
    let device: String

    static let holdsSecret = true
    static let schemaName = "SignedIn"
    static let schema = JSONSchema.object([
        "secret": .text(1...100), "account": .text(1...64), "name": .text(1...100),
        "device": .text(1...200),
    ])
}
