/// The code of a preview.
package struct PreviewCodeBody: Codable, Sendable {
    package let code: String

    package init(code: String) {
        self.code = code
    }
}
