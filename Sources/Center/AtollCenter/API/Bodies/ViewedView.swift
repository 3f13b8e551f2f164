/// The files that one has looked at.
struct ViewedView: Codable, Sendable, Documented {
    let paths: [String]

    static let schemaName = "ViewedFiles"
    static let schema = JSONSchema.object(["paths": .list(of: .text(), upTo: 2_000)])
}
