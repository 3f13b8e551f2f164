/// A number of things.
package struct CountView: Codable, Sendable {
    package let count: Int

    package init(count: Int) {
        self.count = count
    }
}
