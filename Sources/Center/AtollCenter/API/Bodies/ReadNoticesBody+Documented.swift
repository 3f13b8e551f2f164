import AtollCenterAPI

extension ReadNoticesBody: Documented {
    static let schemaName = "ReadNotices"
    static let schema = JSONSchema.object(["number": .integer(0...JSONSchema.maximumInteger)])
}
