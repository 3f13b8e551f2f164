/// Up to which row somebody has read what they were told of.
package struct ReadNoticesBody: Codable, Sendable {
    package let number: Int

    package init(number: Int) {
        self.number = number
    }
}
