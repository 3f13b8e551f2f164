/// How many of 10,000 devices receive a version.
struct ShareBody: Codable, Sendable, Documented {
    let permyriad: Int

    static let schemaName = "Share"
    static let schema = JSONSchema.object(["permyriad": .integer(0...Rollout.everyone)])
}
