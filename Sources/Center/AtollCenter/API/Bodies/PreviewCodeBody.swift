/// The code of a preview.
struct PreviewCodeBody: Decodable, Sendable, Documented {
    let code: String

    static let schemaName = "PreviewCode"
    static let schema = JSONSchema.object(["code": .text(1...100)])
}
