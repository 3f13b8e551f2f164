import AtollCenterAPI

extension ReadNoticesBody: Documented {
    package static let schemaName = "ReadNotices"
    package static let schema = JSONSchema.object(["number": .integer(0...JSONSchema.maximumInteger)])
}
