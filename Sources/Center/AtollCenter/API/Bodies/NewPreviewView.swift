/// A link that was just made, with its code, which is shown this once.
struct NewPreviewView: Codable, Sendable, Documented {
    let code: String
    /// One for each super app that the version is for and whose address is known.
    let links: [PreviewLinkView]
    let preview: PreviewView

    static let holdsSecret = true
    static let schemaName = "NewPreviewAnswer"
    static let schema = JSONSchema.object([
        "code": .text(26...26), "links": .list(of: PreviewLinkView.schema, upTo: 100), "preview": PreviewView.schema,
    ])
}
