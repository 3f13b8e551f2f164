import AtollCenterAPI
import AtollCenterDomain

extension StartBody: Documented {
    package static let schemaName = "Start"
    package static let schema = JSONSchema.object(
        [
            "permyriad": .integer(0...Rollout.everyone),
            "groups": .list(
                of: .text(1...Rollout.maximumGroupName, pattern: "^[a-z0-9-]+$"), upTo: Rollout.maximumGroups),
            "steps": .list(of: StepBody.schema, upTo: ReleasePlan.maximumSteps, from: 1),
        ], optional: ["permyriad", "groups", "steps"])
}
