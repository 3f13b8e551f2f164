/// How many of 10,000 devices receive a version.
package struct ShareBody: Codable, Sendable {
    package let permyriad: Int

    package init(permyriad: Int) {
        self.permyriad = permyriad
    }
}
