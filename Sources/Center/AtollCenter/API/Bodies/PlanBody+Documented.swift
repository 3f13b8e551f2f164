import AtollCenterAPI

extension PlanBody: Documented {
    var plan: ReleasePlan {
        get throws { steps.isEmpty ? .manual : try ReleasePlan(steps.map(\.step)) }
    }

    static let schemaName = "Plan"
    static let schema = JSONSchema.object([
        "steps": .list(of: StepBody.schema, upTo: ReleasePlan.maximumSteps)
    ])
}
