/// A link to a version, without its code.
package struct PreviewView: Codable, Sendable {
    package let id: String
    /// The account that made it; nil for the operator.
    package let maker: String?
    package let created: Int
    package let expires: Int
    /// How often it may be opened, and how often it was.
    package let opens: Int
    package let opened: Int

    package init(id: String, maker: String? = nil, created: Int, expires: Int, opens: Int, opened: Int) {
        self.id = id
        self.maker = maker
        self.created = created
        self.expires = expires
        self.opens = opens
        self.opened = opened
    }
}
