import AtollCenterAPI

extension NewPreviewView: Documented {
    package static let holdsSecret = true
    package static let schemaName = "NewPreviewAnswer"
    package static let schema = JSONSchema.object([
        "code": .text(26...26), "links": .list(of: PreviewLinkView.schema, upTo: 100), "preview": PreviewView.schema,
    ])
}
