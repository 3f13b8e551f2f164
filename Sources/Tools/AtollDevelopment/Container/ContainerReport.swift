/// An error or log message of a pane, for the terminal: `POST /.dev/report`.
package struct ContainerReport: Codable, Sendable, Hashable {
    package enum Kind: String, Codable, Sendable { case error, warning, blocked, log }

    package let kind: Kind
    package let user: String
    package let text: String
    /// The file, and the line and column in it.
    package let path: String?
    package let line: Int?
    package let column: Int?
}
