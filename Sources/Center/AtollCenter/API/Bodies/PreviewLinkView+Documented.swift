import AtollCenterAPI

extension PreviewLinkView: Documented {
    static let schemaName = "PreviewLink"
    static let schema = JSONSchema.object(["superApp": .reverseDomain, "address": .text(1...600)])
}
