/// A step of a release.
struct StepBody: Codable, Sendable, Documented {
    let after: Int
    let permyriad: Int

    init(_ step: ReleasePlan.Step) {
        after = step.after
        permyriad = step.permyriad
    }

    var step: ReleasePlan.Step { ReleasePlan.Step(after: after, permyriad: permyriad) }

    static let schemaName = "Step"
    static let schema = JSONSchema.object([
        "after": .integer(0...ReleasePlan.maximumPause), "permyriad": .integer(1...Rollout.everyone),
    ])
}
