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
        switch permission {
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
}
