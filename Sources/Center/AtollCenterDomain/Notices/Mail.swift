/// A mail to one person, as plain text.
package struct Mail: Hashable, Sendable {
    package let to: String
    package let subject: String
    package let text: String

    package init(to: String, subject: String, text: String) {
        self.to = to
        self.subject = subject
        self.text = text
    }
}
