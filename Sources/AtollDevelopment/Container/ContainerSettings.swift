import AtollRuntime

/// What the developer has chosen in the inspector and what the server needs to know.
struct ContainerSettings: Codable, Sendable, Hashable {
    /// The language of all users, a BCP 47 tag; nil for that of the browser.
    var language: String?
    /// How payments end.
    var payments = PaymentOutcome.Status.paid
    /// The permissions that the operator denies, whatever the user says.
    var denied: Set<String> = []
}
