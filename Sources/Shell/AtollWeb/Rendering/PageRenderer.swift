import AtollPages
import AtollTexts

/// Renders the shell's pages: its templates, and the frame that all pages share.
struct PageRenderer: Sendable {
    /// The name of the super app.
    let superApp: String
    let templates: Templates
    let files: PublicFiles
    /// The path of the page with the notices of mini apps; nil if the app has none.
    var notices: String?

    func frame(title: String, user: User?) -> PageFrame {
        PageFrame(
            language: TextLanguage.current, direction: TextLanguage.isRightToLeft ? "rtl" : "ltr",
            theme: Appearance.current == .device ? nil : Appearance.current.rawValue, title: title, superApp: superApp,
            stylesheet: files.address(of: PublicFiles.stylesheet),
            icon: files.address(of: "icon.svg"), user: user?.name, initial: user?.name.prefix(1).uppercased(),
            userID: user?.id, notices: notices,
            worker: files.address(of: "events.js"), search: files.address(of: "search.js"),
            queue: files.address(of: "queue.js")
        )
    }
}
