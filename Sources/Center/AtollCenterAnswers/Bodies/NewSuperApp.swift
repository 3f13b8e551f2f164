import AtollCenterDomain
import AtollPackages

package struct NewSuperApp: Decodable, Sendable, Documented {
    package let id: MiniAppID
    package let name: String
    package let organization: String

    private enum CodingKeys: CodingKey { case id, name, organization }

    package init(from decoder: any Decoder) throws {
        try decoder.allow(only: ["id", "name", "organization"])
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let id = MiniAppID(try container.decode(String.self, forKey: .id)) else {
            throw ActionError.invalid("id", "must be an id such as com.example.lagoon")
        }
        self.id = id
        name = try container.decode(String.self, forKey: .name)
        organization = try container.decode(String.self, forKey: .organization)
    }

    package static let schemaName = "NewSuperApp"
    package static let schema = JSONSchema.object([
        "id": .reverseDomain, "name": .text(1...SuperApp.maximumName), "organization": .organization,
    ])
}
