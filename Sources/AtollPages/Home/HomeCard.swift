/// What stands for a module on a page.
public struct HomeCard: Sendable {
    /// What it is called, for those who hear the page.
    public let title: String
    public let body: HTML
    /// Whether the user may put it away.
    public let isDismissible: Bool

    public init(_ title: String, _ body: HTML, isDismissible: Bool = false) {
        self.title = title
        self.body = body
        self.isDismissible = isDismissible
    }
}
