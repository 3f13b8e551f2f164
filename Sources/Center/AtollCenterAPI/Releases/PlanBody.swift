/// The steps by which a version reaches more devices; none if somebody says each share.
package struct PlanBody: Codable, Sendable {
    package let steps: [StepBody]

    package init(steps: [StepBody]) {
        self.steps = steps
    }
}
