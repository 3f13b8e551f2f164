/// How many devices receive a version at first: by steps, or by a share and groups.
package struct StartBody: Codable, Sendable {
    package let permyriad: Int?
    package let groups: [String]?
    package let steps: [StepBody]?

    package init(permyriad: Int? = nil, groups: [String]? = nil, steps: [StepBody]? = nil) {
        self.permyriad = permyriad
        self.groups = groups
        self.steps = steps
    }
}
