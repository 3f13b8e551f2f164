/// The answer to a host that opens a preview. Hosts trust only what the publisher's keys have signed.
package struct OpenedPreviewView: Codable, Sendable {
    package let miniApp: String
    package let code: Int
    /// Until when the link opens the version, in seconds since 1970.
    package let expires: Int
    /// The statement with its signatures, as JSON in base64.
    package let statement: String

    package init(miniApp: String, code: Int, expires: Int, statement: String) {
        self.miniApp = miniApp
        self.code = code
        self.expires = expires
        self.statement = statement
    }
}
