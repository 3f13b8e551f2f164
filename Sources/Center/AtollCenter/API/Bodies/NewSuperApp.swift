import AtollPackages

struct NewSuperApp: Decodable, Sendable, Documented {
    let id: MiniAppID
    let name: String
    let organization: String

    private enum CodingKeys: CodingKey { case id, name, organization }

    init(from decoder: any Decoder) throws {
        try decoder.allow(only: ["id", "name", "organization"])
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let id = MiniAppID(try container.decode(String.self, forKey: .id)) else {
            throw ActionError.invalid("id", "must be an id such as com.example.lagoon")
        }
        self.id = id
        name = try container.decode(String.self, forKey: .name)
        organization = try container.decode(String.self, forKey: .organization)
    }

    static let schemaName = "NewSuperApp"
    static let schema = JSONSchema.object([
        "id": .reverseDomain, "name": .text(1...SuperApp.maximumName), "organization": .organization,
    ])
}
