/// Where a preview is opened in a super app.
struct PreviewLinkView: Codable, Sendable, Documented {
    let superApp: String
    let address: String

    static let schemaName = "PreviewLink"
    static let schema = JSONSchema.object(["superApp": .reverseDomain, "address": .text(1...600)])
}
