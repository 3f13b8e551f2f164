struct EmailBody: Decodable, Sendable, Documented {
    let email: String

    private enum CodingKeys: CodingKey { case email }

    init(from decoder: any Decoder) throws {
        try decoder.allow(only: ["email"])
        email = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .email)
        try Account.checkEmail(email)
    }

    static let schemaName = "Email"
    static let schema = JSONSchema.object(["email": .email])
}
