/// Something that a form of a feature does: the user presses a button, and what the feature knows is another thing afterwards.
///
/// The shell takes the form, checks that it comes from one of its own pages and who sends it, and leads back to where the user
/// was.
public struct PageAction: Sendable {
    /// Its name among all actions of an app, such as `today/stats`.
    public let name: String
    public let perform: @Sendable (ActionRequest) async throws -> Void

    /// - Parameter perform: Throws ``PageError/refused(_:)`` where something is wrong with what was sent.
    public init(_ name: String, perform: @escaping @Sendable (ActionRequest) async throws -> Void) {
        self.name = name
        self.perform = perform
    }

    /// Where a form sends it, by `POST`. A field `return` says which address to show then.
    public var address: String { Self.address(of: name) }

    public static func address(of name: String) -> String { "/\(component)/\(name)" }

    /// The first component of these addresses.
    public static let component = "do"
}

/// A form that was sent.
public struct ActionRequest: Sendable {
    public let user: PageUser
    private let fields: [String: String]

    public init(user: PageUser, fields: [String: String]) {
        self.user = user
        self.fields = fields
    }

    /// A field's value; empty where there is none.
    public subscript(name: String) -> String { fields[name] ?? "" }
}

/// Something that pages show and that changes by itself. Pages that name it are brought up to date where they are open.
public struct PageTopic: Sendable {
    public let name: String
    /// Tells, for a user, when it is worth looking again.
    public let changes: @Sendable (PageUser) async -> AsyncStream<Void>

    public init(_ name: String, changes: @escaping @Sendable (PageUser) async -> AsyncStream<Void>) {
        self.name = name
        self.changes = changes
    }
}
