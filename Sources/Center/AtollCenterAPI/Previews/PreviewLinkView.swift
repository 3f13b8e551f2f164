/// Where a preview is opened in a super app.
package struct PreviewLinkView: Codable, Sendable {
    package let superApp: String
    package let address: String

    package init(superApp: String, address: String) {
        self.superApp = superApp
        self.address = address
    }
}
