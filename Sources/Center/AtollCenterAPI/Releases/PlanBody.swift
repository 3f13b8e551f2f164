/// The steps by which a version reaches more devices; empty if each share is set by hand.
package struct PlanBody: Codable, Sendable {
    package let steps: [StepBody]

    package init(steps: [StepBody]) {
        self.steps = steps
    }
}
