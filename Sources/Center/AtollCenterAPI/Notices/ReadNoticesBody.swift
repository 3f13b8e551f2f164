/// The last row of the audit log whose notices an account has read.
package struct ReadNoticesBody: Codable, Sendable {
    package let number: Int

    package init(number: Int) {
        self.number = number
    }
}
