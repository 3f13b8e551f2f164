/// The files that one has looked at.
package struct ViewedView: Codable, Sendable {
    package let paths: [String]

    package init(paths: [String]) {
        self.paths = paths
    }
}
