import AtollCenterAPI

extension ViewedView: Documented {
    static let schemaName = "ViewedFiles"
    static let schema = JSONSchema.object(["paths": .list(of: .text(), upTo: 2_000)])
}
