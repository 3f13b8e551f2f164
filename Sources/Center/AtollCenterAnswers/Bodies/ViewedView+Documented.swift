import AtollCenterAPI

extension ViewedView: Documented {
    package static let schemaName = "ViewedFiles"
    package static let schema = JSONSchema.object(["paths": .list(of: .text(), upTo: 2_000)])
}
