import AtollRuntime

/// The settings of the inspector that the server needs to know.
struct ContainerSettings: Codable, Sendable, Hashable {
    /// The language of all users, a BCP 47 tag; nil for the browser's language.
    var language: String?
    /// How payments end.
    var payments = PaymentOutcome.Status.paid
    /// The permissions that the operator denies, regardless of the user's decision.
    var denied: Set<String> = []

    /// Whether a text has the form of a BCP 47 tag.
    static func isLanguage(_ text: String) -> Bool {
        (2...35).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7a).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }
}
