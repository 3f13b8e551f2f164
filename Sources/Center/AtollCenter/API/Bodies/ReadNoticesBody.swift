/// Up to which row somebody has read what they were told of.
struct ReadNoticesBody: Codable, Sendable, Documented {
    let number: Int

    static let schemaName = "ReadNotices"
    static let schema = JSONSchema.object(["number": .integer(0...JSONSchema.maximumInteger)])
}
