import AtollCenterAPI

extension ShareBody: Documented {
    static let schemaName = "Share"
    static let schema = JSONSchema.object(["permyriad": .integer(0...Rollout.everyone)])
}
