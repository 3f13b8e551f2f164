import AtollChromium
import AtollPackages
import AtollReview
import Foundation

/// The way through the pages of a package, and what was seen.
struct RenderingTour {
    private let first: String
    private let began = ContinuousClock.now
    private var findings: [Finding] = []
    private var pictures: [RenderedPicture] = []
    private var opened: Set<String> = []
    /// Whether the time is up.
    private(set) var isOver = false
    private var hasRepeated = false
    /// The pages that could not be seen to their end.
    private var broken: Set<String> = []
    /// A package with this many pages that can't be opened has no more of them opened: each takes the browser from
    /// others for long.
    private static let maximumBroken = 2

    /// Whether a page may be opened once more: one page a package, if its time is not over.
    var mayRepeat: Bool { !isOver && !hasRepeated }

    init(first: String) { self.first = first }

    /// The options for the next browser, which has the time that is left.
    func remaining(of options: BrowserOptions) -> BrowserOptions {
        var options = options
        options.timeLimit = options.timeLimit.map { max(.milliseconds(1), $0 - began.duration(to: .now)) }
        return options
    }

    /// Forgets the record of a page, which is opened once more.
    mutating func forget(_ page: String) {
        findings.removeAll { $0.path == Manifest.document(ofPage: page) }
        pictures.removeAll { $0.page == page }
        opened.remove(page)
        hasRepeated = true
    }

    /// Opens a page, looks at it in each way, and notes what is wrong.
    ///
    /// - Returns: Whether it said that it is ready, or failed in a way that will not change.
    mutating func visit(
        _ page: String, of package: MiniAppPackage, in browser: Browser, patience: Duration
    ) throws -> Bool {
        let open = try OpenPage(browser, package)
        try open.page.look(BrowserLook.all[0])
        opened.insert(page)
        defer { note(open.account, page) }
        // A page that shows one of many things shows the first that users can search for.
        // Users arrive at the first page without one.
        let example = page == first ? nil : package.contentEntries?.entries.first { $0.route == page }?.query
        try open.open(page + (example.map { "?" + $0 } ?? ""), within: patience)
        for look in BrowserLook.all {
            try open.page.look(look)
            _ = try browser.listen(for: .milliseconds(150)) { false }
            pictures.append(RenderedPicture(page: page, look: look.name, png: try open.page.capture()))
        }
        try open.page.look(BrowserLook.all[0])
        for obstacle in try open.obstacles() {
            findings.append(
                Finding(
                    obstacle.code, .warn, path: Manifest.document(ofPage: page), obstacle.text,
                    advice: Self.advice[obstacle.code] ?? Self.otherAdvice))
        }
        return open.account.isReady || open.account.error != nil || page != first
    }

    /// Notes that a page could not be seen to its end.
    mutating func breakOff(_ page: String, _ error: any Error) {
        broken.insert(page)
        if broken.count >= Self.maximumBroken || error as? BrowserError == .late { isOver = true }
        let isStart = page == first
        findings.append(
            Finding(
                isStart ? "start" : "page-error", isStart ? .block : .warn, path: Manifest.document(ofPage: page),
                "The page could not be opened in Chromium. "
                    + (error is BrowserError ? "\(error)" : "What the browser says of it can't be read."),
                advice: "Open the page in Chromium, and look at what it does and what it takes."))
    }

    func rendered(of pages: Int) -> RenderedPackage {
        RenderedPackage(
            findings: findings, pictures: pictures, unopened: pages - opened.count, isCutShort: isOver)
    }

    private mutating func note(_ account: PageAccount, _ page: String) {
        let (path, isStart) = (Manifest.document(ofPage: page), page == first)
        // It is unknown whether the page would start with its back end.
        let isForWantOfNetwork = account.missesNetwork && (account.error.map { $0.contains("fetch") } ?? true)
        let severity: Finding.Severity = isForWantOfNetwork ? .warn : .block
        if let error = account.error {
            findings.append(
                Finding(
                    isStart ? "start" : "page-error", isStart ? severity : .warn, path: path,
                    "Nothing catches an error of the page: \(error)",
                    advice: "Mend it, or catch it and tell the user."))
        } else if isStart, !account.isReady {
            findings.append(
                Finding(
                    "start", severity, path: path, "The first page does not say that it is ready (lifecycle.ready).",
                    advice:
                        "Import /.atoll/atoll.js, which says so when the page has loaded, and load nothing that hangs.")
            )
        }
        for problem in account.problems {
            findings.append(
                Finding(
                    "page-error", .warn, path: path, problem, advice: "Open the page, and mend what its console says."))
        }
    }

    private static let otherAdvice = "Mend it, so that everybody can use the page."
    private static let advice = [
        "a11y-name": "Give it text, a label, an alt text or an aria-label.",
        "a11y-language": "Set lang on the html element.",
        "a11y-heading": "Begin the page with a heading.",
        "a11y-contrast": "Choose colours that differ more; those of /.atoll/theme.css do.",
    ]
}
