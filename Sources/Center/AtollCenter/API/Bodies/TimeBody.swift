/// A time in seconds since 1970.
struct TimeBody: Codable, Sendable, Documented {
    let at: Int

    static let schemaName = "Time"
    static let schema = JSONSchema.object(["at": .saidTime])
}
