/// The action of a form, which changes a feature's data.
///
/// The shell receives the form, checks that it comes from one of its pages and that the user is signed in, performs
/// the action, and redirects back to the page where the user was.
public struct PageAction: Sendable {
    /// The action's name, unique in an app, such as `today/stats`.
    public let name: String
    /// Performs the action.
    public let perform: @Sendable (ActionRequest) async throws -> Void

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - name: The action's name, which begins with the name of its feature, such as `today/stats`.
    ///   - perform: Performs the action. Throws ``PageError/refused(_:)`` if the submitted form is invalid.
    public init(_ name: String, perform: @escaping @Sendable (ActionRequest) async throws -> Void) {
        self.name = name
        self.perform = perform
    }

    /// The path to which a form sends its fields with `POST`. The field `return` is the path to redirect to afterwards.
    public var address: String { Self.address(of: name) }

    /// The path of the action with a name, such as `/do/today/stats`.
    public static func address(of name: String) -> String { "/\(component)/\(name)" }

    /// The first component of these paths.
    public static let component = "do"
}

extension PageAction {
    /// Creates an action for each case of an enum, so that none is forgotten: `today/stats` for the case `stats` of the
    /// feature `today`.
    ///
    /// - Parameters:
    ///   - names: The enum. Its raw values are the last components of the names.
    ///   - feature: The name of the feature.
    ///   - perform: Performs an action. Throws ``PageError/refused(_:)`` if the submitted form is invalid.
    public static func all<Name: CaseIterable & RawRepresentable<String> & Sendable>(
        _ names: Name.Type, of feature: String,
        perform: @escaping @Sendable (Name, ActionRequest) async throws -> Void
    ) -> [PageAction] {
        Name.allCases.map { name in
            PageAction("\(feature)/\(name.rawValue)") { try await perform(name, $0) }
        }
    }
}
