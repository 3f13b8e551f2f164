import AtollCenterAPI

extension ViewedBody: Documented {
    static let schemaName = "Viewed"
    static let schema = JSONSchema.object(["path": .text(1...255), "isViewed": .bool])
}
