import AtollCenterAPI
import AtollCenterDomain

extension StepBody: Documented {
    package init(_ step: ReleasePlan.Step) {
        self.init(
            after: step.after,
            permyriad: step.permyriad)
    }

    package var step: ReleasePlan.Step { ReleasePlan.Step(after: after, permyriad: permyriad) }

    package static let schemaName = "Step"
    package static let schema = JSONSchema.object([
        "after": .integer(0...ReleasePlan.maximumPause), "permyriad": .integer(1...Rollout.everyone),
    ])
}
