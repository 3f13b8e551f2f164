/// The steps by which a version reaches more devices; none if somebody says each share.
struct PlanBody: Codable, Sendable, Documented {
    let steps: [StepBody]

    var plan: ReleasePlan {
        get throws { steps.isEmpty ? .manual : try ReleasePlan(steps.map(\.step)) }
    }

    static let schemaName = "Plan"
    static let schema = JSONSchema.object([
        "steps": .list(of: StepBody.schema, upTo: ReleasePlan.maximumSteps)
    ])
}
