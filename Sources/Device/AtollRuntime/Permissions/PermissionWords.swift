import AtollTexts

/// The names of permissions in texts for users.
public enum PermissionWords {
    private static let texts = TextCatalog.runtime

    /// Returns the name of a permission as the beginning of a line: `Know your name`.
    public static func sentence(for permission: String) -> String {
        let words = words(for: permission)
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Returns the name of a permission after "would like to": `know your name`. The permission's own name if this
    /// version does not know it.
    public static func words(for permission: String) -> String {
        if let (audience, scopes) = TokenPermission.parts(of: permission) {
            let place =
                audience.hasPrefix("https://") ? String(audience.dropFirst("https://".count)) : texts("its server")
            let told = scopes.map(words(forScope:))
            return told.isEmpty
                ? texts("sign you in at \(place)")
                : texts("sign you in at \(place) and tell it: \(told.joined(separator: ", "))")
        }
        return switch permission {
        case "user.name": texts("know your name")
        case "user.photo": texts("see your picture")
        case "user.email": texts("know your e-mail address")
        case "user.phone": texts("know your phone number")
        case "user.token": texts("sign you in to its server")
        case "location": texts("know your approximate location")
        case "location.precise": texts("know your exact location")
        case "camera": texts("use the camera")
        case "microphone": texts("use the microphone")
        case "clipboard.read": texts("read what you have copied")
        case "notifications": texts("send you notifications")
        case "messages": texts("send messages for you")
        case "payments": texts("ask you to pay")
        default: texts("use \(permission)")
        }
    }

    /// Returns the name of the data that a back end gets with a scope of a token.
    private static func words(forScope scope: String) -> String {
        switch scope {
        case "profile": texts("your name")
        case "email": texts("your e-mail address")
        case "phone": texts("your phone number")
        case TokenPermission.ofPublisher: texts("that you are the same in all mini apps of its publisher")
        case _ where scope.hasPrefix("roles:"): texts("your roles that begin with “\(scope.dropFirst("roles:".count))”")
        default: scope
        }
    }
}
