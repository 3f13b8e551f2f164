import AtollCenterDomain

package struct EmailBody: Decodable, Sendable, Documented {
    package let email: String

    private enum CodingKeys: CodingKey { case email }

    package init(from decoder: any Decoder) throws {
        try decoder.allow(only: ["email"])
        email = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .email)
        try Account.checkEmail(email)
    }

    package static let schemaName = "Email"
    package static let schema = JSONSchema.object(["email": .email])
}
