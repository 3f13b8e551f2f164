import AtollCenterAPI
import AtollCenterDomain

extension PlanBody: Documented {
    package var plan: ReleasePlan {
        get throws { steps.isEmpty ? .manual : try ReleasePlan(steps.map(\.step)) }
    }

    package static let schemaName = "Plan"
    package static let schema = JSONSchema.object([
        "steps": .list(of: StepBody.schema, upTo: ReleasePlan.maximumSteps)
    ])
}
