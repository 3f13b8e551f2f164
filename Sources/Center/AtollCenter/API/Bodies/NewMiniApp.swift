struct NewMiniApp: Decodable, Sendable, Documented {
    let id: String
    let superApp: String

    static let schemaName = "NewMiniApp"
    static let schema = JSONSchema.object(["id": .reverseDomain, "superApp": .reverseDomain])
}
