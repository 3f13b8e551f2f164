package struct KeyView: Codable, Sendable {
    package let id: String
    package let name: String
    package let maker: String?
    package let scopes: [String]
    package let ids: [String]
    package let created: Int
    package let expires: Int
    package let used: Int?

    package init(
        id: String, name: String, maker: String? = nil, scopes: [String], ids: [String], created: Int, expires: Int,
        used: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.maker = maker
        self.scopes = scopes
        self.ids = ids
        self.created = created
        self.expires = expires
        self.used = used
    }
}
