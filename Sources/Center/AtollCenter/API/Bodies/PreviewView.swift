/// A link to a version, without its code.
struct PreviewView: Codable, Sendable, Documented {
    let id: String
    /// The account that made it; nil for the operator.
    let maker: String?
    let created: Int
    let expires: Int
    /// How often it may be opened, and how often it was.
    let opens: Int
    let opened: Int

    init(_ preview: Preview) {
        id = preview.id
        maker = preview.maker.isEmpty ? nil : preview.maker
        created = preview.created
        expires = preview.expires
        opens = preview.opens
        opened = preview.opened
    }

    static let schemaName = "Preview"
    static let schema = JSONSchema.object(
        [
            "id": .text(1...64), "maker": .text(1...64), "created": .time, "expires": .time,
            "opens": .integer(Preview.possibleOpens), "opened": .integer(0...Preview.possibleOpens.upperBound),
        ], optional: ["maker"])
}
