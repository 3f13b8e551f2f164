import AtollChromium
import AtollPackages
import AtollReview
import Foundation

/// Opens the pages of packages in Chromium, one package at a time. Each page gets a new browser without network access.
///
/// The pages get their own files, with the policy that devices use, and a host with few functions. The renderer does
/// not trust a page: the browser is ended after 120 s, or when it uses more than 1 GB.
///
/// ```swift
/// let renderer = ChromiumRenderer(.untrusted(URL(filePath: "/usr/bin/chromium")))
/// let rendered = try await renderer.render(package)
/// ```
public struct ChromiumRenderer: PackageRendering {
    /// The maximum number of pages that are opened.
    public static let maximumPages = 12
    /// The time that the first page has to report that it is ready.
    public static let patience = Duration.seconds(15)
    /// The time that each other page has.
    static let patienceOfOthers = Duration.seconds(5)

    private var options: BrowserOptions
    private let firstPatience: Duration

    /// Creates a renderer. The browser starts with each package.
    ///
    /// - Parameter patience: The time that the first page has; shorter in tests.
    public init(_ options: BrowserOptions, patience: Duration = ChromiumRenderer.patience) {
        self.options = options
        firstPatience = patience
    }

    /// Opens every page of a package.
    ///
    /// - Throws: ``RenderingUnavailable`` if the browser does not start; `CancellationError` if the task is cancelled,
    ///   which ends the browser immediately.
    public func render(_ package: MiniAppPackage) async throws -> RenderedPackage {
        let stop = BrowserStop()
        var renderer = self
        renderer.options.stop = stop
        // The work runs in a thread, because it blocks while it waits for the browser.
        let work = { @Sendable [renderer] in Result { try renderer.run(package) } }
        return try await withTaskCancellationHandler {
            try await withCheckedContinuation { continuation in
                let thread = Thread { continuation.resume(returning: work()) }
                thread.stackSize = 8 << 20
                thread.start()
            }.get()
        } onCancel: {
            stop.stop()
        }
    }

    private func run(_ package: MiniAppPackage) throws -> RenderedPackage {
        let pages = package.manifest.pages
        var tour = RenderingTour(first: pages.first ?? "")
        for page in pages.prefix(Self.maximumPages) {
            // A page that does not start on a busy machine may do so on the second attempt.
            if try !look(at: page, of: package, &tour), tour.mayRepeat {
                tour.forget(page)
                _ = try look(at: page, of: package, &tour)
            }
            if tour.isOver { break }
        }
        return tour.rendered(of: pages.count)
    }

    /// - Returns: Whether the page started.
    private func look(at page: String, of package: MiniAppPackage, _ tour: inout RenderingTour) throws -> Bool {
        do {
            // Each page gets a new browser, so that it can't see what another page has done.
            let isFirst = page == package.manifest.pages.first
            return try tour.visit(
                page, of: package, in: Browser(tour.remaining(of: options)),
                patience: isFirst ? firstPatience : min(Self.patienceOfOthers, firstPatience))
        } catch let error as BrowserError {
            if error.isAbsence { throw RenderingUnavailable("\(error)") }
            if error == .stopped { throw CancellationError() }
            if error.mayBeTheMachines, page == package.manifest.pages.first, let fault = try faultAtAnEmptyPage() {
                throw RenderingUnavailable(fault)
            }
            tour.breakOff(page, error)
            return false
        } catch let error as DecodingError {
            tour.breakOff(page, error)
            return false
        }
    }

    /// Checks whether the browser can show an empty page. Returns the fault, or nil if it can.
    private func faultAtAnEmptyPage() throws -> String? {
        var options = options
        options.timeLimit = .seconds(60)
        let browser: Browser
        do { browser = try Browser(options) } catch BrowserError.stopped { throw CancellationError() } catch {
            return "\(error)"
        }
        do {
            let page = try BrowserPage(browser)
            try page.go(to: "data:text/html,<title>Empty</title>")
            _ = try page.capture()
            return nil
        } catch BrowserError.stopped {
            throw CancellationError()
        } catch {
            let words = browser.lastWords
            return "Chromium can't show an empty page either: \(error)" + (words.isEmpty ? "" : " It says: \(words)")
        }
    }
}

extension BrowserError {
    /// Whether the machine or the browser may be the cause instead of the page.
    fileprivate var mayBeTheMachines: Bool {
        switch self {
        case .exited, .noAnswer, .refused, .notReady: true
        default: false
        }
    }

    fileprivate var isAbsence: Bool {
        switch self {
        case .noBrowser, .noStart: true
        default: false
        }
    }
}
