/// A source of changes to pages. Open pages that follow it are updated when it changes.
public struct PageTopic: Sendable {
    /// The topic's name, unique in an app.
    public let name: String
    /// Returns a stream with an element for each change that a user's pages should show.
    public let changes: @Sendable (PageUser) async -> AsyncStream<Void>

    /// Creates a topic.
    ///
    /// - Parameters:
    ///   - name: The topic's name, unique in an app.
    ///   - changes: Returns a stream with an element for each change that a user's pages should show.
    public init(_ name: String, changes: @escaping @Sendable (PageUser) async -> AsyncStream<Void>) {
        self.name = name
        self.changes = changes
    }
}
