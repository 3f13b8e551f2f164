/// A user who tries the mini app.
package struct DevelopmentUser: Hashable, Sendable, Codable {
    /// The id, which is a part of the pane's host name: letters, digits and hyphens.
    package var id: String
    /// The name.
    package var name: String
    /// The roles in the super app.
    package var roles: Set<String>?
    /// The e-mail address.
    package var email: String?

    package init(id: String, name: String, roles: Set<String>? = nil, email: String? = nil) {
        self.id = id
        self.name = name
        self.roles = roles
        self.email = email
    }

    /// The default users.
    package static let standard: [DevelopmentUser] = [
        .init(id: "ada", name: "Ada Moreno", roles: ["Sales"], email: "ada@example.org"),
        .init(id: "ben", name: "Ben Okafor", roles: [], email: "ben@example.org"),
        .init(id: "chloe", name: "Chloé Dubois", roles: ["Support"], email: "chloe@example.org"),
        .init(id: "dana", name: "Dana Cohen", roles: [], email: "dana@example.org"),
        .init(id: "elif", name: "Elif Yılmaz", roles: ["Finance"], email: "elif@example.org"),
        .init(id: "farid", name: "فريد حسن", roles: [], email: "farid@example.org"),
    ]

    /// Whether an id can be a part of a host name.
    package static func isID(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count) && text.first != "-" && text.last != "-"
            && text.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }
}
