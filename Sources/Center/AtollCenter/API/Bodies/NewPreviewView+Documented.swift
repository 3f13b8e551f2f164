import AtollCenterAPI

extension NewPreviewView: Documented {
    static let holdsSecret = true
    static let schemaName = "NewPreviewAnswer"
    static let schema = JSONSchema.object([
        "code": .text(26...26), "links": .list(of: PreviewLinkView.schema, upTo: 100), "preview": PreviewView.schema,
    ])
}
