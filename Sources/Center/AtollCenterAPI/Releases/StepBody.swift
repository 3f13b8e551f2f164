/// A step of a release.
package struct StepBody: Codable, Sendable {
    package let after: Int
    package let permyriad: Int

    package init(after: Int, permyriad: Int) {
        self.after = after
        self.permyriad = permyriad
    }
}
