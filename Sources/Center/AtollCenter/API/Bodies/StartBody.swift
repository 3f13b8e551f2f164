/// How many devices receive a version at first: by steps, or by a share and groups.
struct StartBody: Codable, Sendable, Documented {
    let permyriad: Int?
    let groups: [String]?
    let steps: [StepBody]?

    static let schemaName = "Start"
    static let schema = JSONSchema.object(
        [
            "permyriad": .integer(0...Rollout.everyone),
            "groups": .list(
                of: .text(1...Rollout.maximumGroupName, pattern: "^[a-z0-9-]+$"), upTo: Rollout.maximumGroups),
            "steps": .list(of: StepBody.schema, upTo: ReleasePlan.maximumSteps, from: 1),
        ], optional: ["permyriad", "groups", "steps"])
}
