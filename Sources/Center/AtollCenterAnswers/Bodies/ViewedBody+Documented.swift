import AtollCenterAPI

extension ViewedBody: Documented {
    package static let schemaName = "Viewed"
    package static let schema = JSONSchema.object(["path": .text(1...255), "isViewed": .bool])
}
