import AtollCenterAPI

extension PreviewLinkView: Documented {
    package static let schemaName = "PreviewLink"
    package static let schema = JSONSchema.object(["superApp": .reverseDomain, "address": .text(1...600)])
}
