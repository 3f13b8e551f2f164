/// A URL that receives rows of the audit log.
package struct WebhookView: Codable, Sendable {
    package let id: String
    package let address: String
    package let about: String?
    package let actions: [String]
    /// Whether deliveries are on; the Center turns them off after too many failures.
    package let isOn: Bool
    /// The number of the last row of the audit log that was delivered or skipped.
    package let number: Int
    /// How often the next one was tried.
    package let failures: Int
    /// When it is tried again, in seconds since 1970.
    package let next: Int
    /// Why the last attempt failed.
    package let message: String
    package let created: Int

    package init(
        id: String, address: String, about: String? = nil, actions: [String], isOn: Bool, number: Int, failures: Int,
        next: Int, message: String, created: Int
    ) {
        self.id = id
        self.address = address
        self.about = about
        self.actions = actions
        self.isOn = isOn
        self.number = number
        self.failures = failures
        self.next = next
        self.message = message
        self.created = created
    }
}
