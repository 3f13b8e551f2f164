/// What permissions are called where users decide on them.
public enum PermissionWords {
    /// The same as the beginning of a line: `Know your name`.
    public static func sentence(for permission: String) -> String {
        let words = words(for: permission)
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// What a mini app could do with a permission, after "would like to": `know your name`. The permission's own name if this
    /// version does not know it.
    public static func words(for permission: String) -> String {
        if let (audience, scopes) = TokenPermission.parts(of: permission) {
            let place = audience.hasPrefix("https://") ? String(audience.dropFirst("https://".count)) : "its server"
            let told = scopes.map(words(forScope:))
            return told.isEmpty
                ? "sign you in at \(place)"
                : "sign you in at \(place) and tell it: "
                    + told.joined(separator: ", ")
        }
        return switch permission {
        case "user.name": "know your name"
        case "user.photo": "see your picture"
        case "user.email": "know your e-mail address"
        case "user.phone": "know your phone number"
        case "user.token": "sign you in to its server"
        case "location": "know your approximate location"
        case "location.precise": "know your exact location"
        case "camera": "use the camera"
        case "microphone": "use the microphone"
        case "clipboard.read": "read what you have copied"
        case "notifications": "send you notifications"
        case "messages": "send messages for you"
        case "payments": "ask you to pay"
        default: "use \(permission)"
        }
    }

    /// What a back end gets with a scope of a token.
    private static func words(forScope scope: String) -> String {
        switch scope {
        case "profile": "your name"
        case "email": "your e-mail address"
        case "phone": "your phone number"
        case _ where scope.hasPrefix("roles:"): "your roles that begin with “\(scope.dropFirst("roles:".count))”"
        default: scope
        }
    }
}
