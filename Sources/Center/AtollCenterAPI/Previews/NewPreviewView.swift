/// A link that was just made, with its code, which is shown this once.
package struct NewPreviewView: Codable, Sendable {
    package let code: String
    /// One for each super app that the version is for and whose address is known.
    package let links: [PreviewLinkView]
    package let preview: PreviewView

    package init(code: String, links: [PreviewLinkView], preview: PreviewView) {
        self.code = code
        self.links = links
        self.preview = preview
    }
}
