import AtollChromium
import AtollPackages
import AtollReview
import Foundation

/// The state of a run through the pages of a package, and its results.
struct RenderingTour {
    private let first: String
    private let began = ContinuousClock.now
    private var findings: [Finding] = []
    private var pictures: [RenderedPicture] = []
    private var opened: Set<String> = []
    /// Whether the time is up.
    private(set) var isOver = false
    private var hasRepeated = false
    /// The pages whose visit failed.
    private var broken: Set<String> = []
    /// The number of failed pages after which no more pages of a package are opened, because each occupies the browser
    /// for long.
    private static let maximumBroken = 2

    /// Whether a page may be visited again: once for a package, if its time is not over.
    var mayRepeat: Bool { !isOver && !hasRepeated }

    init(first: String) { self.first = first }

    /// The options for the next browser, with the remaining time.
    func remaining(of options: BrowserOptions) -> BrowserOptions {
        var options = options
        options.timeLimit = options.timeLimit.map { max(.milliseconds(1), $0 - began.duration(to: .now)) }
        return options
    }

    /// Discards the results of a page, which is visited again.
    mutating func forget(_ page: String) {
        findings.removeAll { $0.path == Manifest.document(ofPage: page) }
        pictures.removeAll { $0.page == page }
        opened.remove(page)
        hasRepeated = true
    }

    /// Opens a page, captures it in each look, and records the problems.
    ///
    /// - Returns: Whether it reported that it is ready, or failed in a way that will not change.
    mutating func visit(
        _ page: String, of package: MiniAppPackage, in browser: Browser, patience: Duration
    ) throws -> Bool {
        let open = try OpenPage(browser, package)
        try open.page.look(BrowserLook.all[0])
        opened.insert(page)
        defer { note(open.account, page) }
        // A page that shows one of many items shows the first that users can search for.
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

    /// Records that the visit of a page failed.
    mutating func breakOff(_ page: String, _ error: any Error) {
        broken.insert(page)
        if broken.count >= Self.maximumBroken || error as? BrowserError == .late { isOver = true }
        let isStart = page == first
        findings.append(
            Finding(
                isStart ? "start" : "page-error", isStart ? .block : .warn, path: Manifest.document(ofPage: page),
                "The page could not be opened in Chromium. "
                    + (error is BrowserError ? "\(error)" : "The browser's response can't be read."),
                advice: "Open the page in Chromium, and check what it does and which resources it uses."))
    }

    func rendered(of pages: Int) -> RenderedPackage {
        RenderedPackage(
            findings: findings, pictures: pictures, unopened: pages - opened.count, isCutShort: isOver)
    }

    private mutating func note(_ account: PageAccount, _ page: String) {
        let (path, isStart) = (Manifest.document(ofPage: page), page == first)
        // The page might start with its back end, so this is only a warning.
        let isForWantOfNetwork = account.missesNetwork && (account.error.map { $0.contains("fetch") } ?? true)
        let severity: Finding.Severity = isForWantOfNetwork ? .warn : .block
        if let error = account.error {
            findings.append(
                Finding(
                    isStart ? "start" : "page-error", isStart ? severity : .warn, path: path,
                    "Nothing catches an error of the page: \(error)",
                    advice: "Fix it, or catch it and tell the user."))
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
                    "page-error", .warn, path: path, problem, advice: "Open the page, and fix its console errors."))
        }
    }

    private static let otherAdvice = "Fix it, so that everybody can use the page."
    private static let advice = [
        "a11y-name": "Give it text, a label, an alt text or an aria-label.",
        "a11y-language": "Set lang on the html element.",
        "a11y-heading": "Begin the page with a heading.",
        "a11y-contrast": "Choose colours that differ more; those of /.atoll/theme.css do.",
    ]
}
