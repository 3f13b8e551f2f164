import Foundation

/// A target of the repository that waits to be published, such as a home configuration.
package struct DueTarget: Sendable {
    package let path: String
    package let data: Data
    /// Which of the targets with this path it is.
    package let mark: Int64

    package init(path: String, data: Data, mark: Int64) {
        self.path = path
        self.data = data
        self.mark = mark
    }
}
