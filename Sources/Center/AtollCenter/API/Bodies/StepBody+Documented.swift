import AtollCenterAPI

extension StepBody: Documented {
    init(_ step: ReleasePlan.Step) {
        self.init(
            after: step.after,
            permyriad: step.permyriad)
    }

    var step: ReleasePlan.Step { ReleasePlan.Step(after: after, permyriad: permyriad) }

    static let schemaName = "Step"
    static let schema = JSONSchema.object([
        "after": .integer(0...ReleasePlan.maximumPause), "permyriad": .integer(1...Rollout.everyone),
    ])
}
