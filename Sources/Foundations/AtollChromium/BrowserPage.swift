import Foundation

/// A browser page that pictures are taken of.
public final class BrowserPage {
    /// The browser that contains the page.
    public let browser: Browser
    /// The id of the browser's session for the page.
    public let session: String
    private let target: String

    private struct Target: Decodable { let targetId: String }
    private struct Session: Decodable { let sessionId: String }
    private struct Attach: Encodable {
        let targetId: String
        let flatten = true
    }

    /// Opens an empty page.
    public init(_ browser: Browser) throws {
        self.browser = browser
        let target: Target = try browser.call("Target.createTarget", ["url": "about:blank"])
        self.target = target.targetId
        let attached: Session = try browser.call("Target.attachToTarget", Attach(targetId: target.targetId))
        session = attached.sessionId
        try call("Page.enable")
    }

    /// Closes the page.
    public func close() throws { try browser.send("Target.closeTarget", ["targetId": target]) }

    /// Calls a method of the page, and waits until it is done.
    public func call(_ method: String, _ parameters: some Encodable) throws {
        _ = try browser.call(method, parameters, session: session, as: NoParameters.self)
    }

    /// Calls a method of the page that takes no parameters.
    public func call(_ method: String) throws { try call(method, NoParameters()) }

    /// Emulates a device with a colour scheme, without animations.
    public func look(_ look: BrowserLook) throws {
        struct Metrics: Encodable {
            let width: Int
            let height: Int
            let deviceScaleFactor = 1
            let mobile = false
        }
        struct Media: Encodable {
            struct Feature: Encodable {
                let name: String
                let value: String
            }
            let features: [Feature]
        }
        try call("Emulation.setDeviceMetricsOverride", Metrics(width: look.width, height: look.height))
        try call(
            "Emulation.setEmulatedMedia",
            Media(features: [
                .init(name: "prefers-color-scheme", value: look.scheme.rawValue),
                .init(name: "prefers-reduced-motion", value: "reduce"),
            ])
        )
    }

    /// Opens a URL, and waits until the page and the contents of its frames have loaded.
    public func go(to address: String) throws {
        struct Outcome: Decodable { let errorText: String? }
        let outcome: Outcome = try browser.call("Page.navigate", ["url": address], session: session)
        if let problem = outcome.errorText { throw BrowserError.refused(method: address, reason: problem) }
        try wait(
            """
            document.readyState === "complete" && location.href !== "about:blank" && document.fonts.status === "loaded"
              && [...document.images].every((image) => image.complete)
              && [...document.querySelectorAll("iframe")].every((frame) => frame.dataset.ready !== undefined)
            """, at: address)
        for frame in try frames() { try waitUntilDrawn(frame, at: address) }
        try waitUntilDrawn(session, at: address)
    }

    /// The sessions of the page's cross-origin frames, each of which is a separate target.
    private func frames() throws -> [String] {
        struct Info: Decodable {
            let targetId: String
            let type: String
        }
        struct Targets: Decodable { let targetInfos: [Info] }
        let targets: Targets = try browser.call("Target.getTargets", NoParameters())
        return targets.targetInfos.filter { $0.type == "iframe" }.compactMap { target in
            // The frame may have just been removed.
            (try? browser.call("Target.attachToTarget", Attach(targetId: target.targetId), as: Session.self))?.sessionId
        }
    }

    /// Waits until a document has run its modules, has loaded its styles, fonts and images, and was drawn twice.
    private func waitUntilDrawn(_ session: String, at address: String) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        let script = """
            (async () => {
              if (document.readyState !== "complete") return false;
              await Promise.all([...document.scripts].filter(({ type, src }) => type === "module" && src).map(({ src }) => import(src)));
              await document.fonts.ready;
              if (![...document.images].every((image) => image.complete)) return false;
              await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
              return true;
            })()
            """
        while ContinuousClock.now < deadline {
            do {
                let outcome: EvaluationOutcome<Bool> = try browser.call(
                    "Runtime.evaluate", Evaluation(expression: script), session: session)
                if outcome.result.value ?? false { return }
            } catch BrowserError.refused, BrowserError.noAnswer {
                // A frame that has been removed in the meantime does not count.
                guard session == self.session else { return }
            }
            usleep(20_000)
        }
        throw BrowserError.notReady(address)
    }

    /// Waits until an expression is true.
    public func wait(_ expression: String, at address: String) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            // Evaluation fails while the page is navigating.
            if let isTrue = try? evaluate(expression, as: Bool.self), isTrue { return }
            usleep(20_000)
        }
        throw BrowserError.notReady(address)
    }

    /// The value of an expression; a promise is awaited.
    public func evaluate<Value: Decodable>(_ expression: String, as type: Value.Type) throws -> Value {
        let outcome: EvaluationOutcome<Value> = try browser.call(
            "Runtime.evaluate", Evaluation(expression: expression), session: session)
        guard let value = outcome.result.value else {
            throw BrowserError.refused(
                method: "Runtime.evaluate", reason: outcome.exceptionDetails?.text ?? "no value")
        }
        return value
    }

    /// A PNG of the visible part of the page at this moment.
    public func capture() throws -> Data {
        struct Capture: Decodable { let data: Data }
        // On a busy machine, once in several thousand pictures, Chromium waits for a frame that nothing makes it draw,
        // and never answers. Bringing the page to the front makes it draw one.
        for _ in 0..<2 {
            do {
                return try browser.call(
                    "Page.captureScreenshot", ["format": "png"], session: session, within: .seconds(8), as: Capture.self
                ).data
            } catch BrowserError.noAnswer {
                try call("Page.bringToFront")
            }
        }
        return try browser.call("Page.captureScreenshot", ["format": "png"], session: session, as: Capture.self).data
    }

    /// A PNG of the page, once three in a row are identical.
    public func picture() throws -> Data {
        // The caret blinks, but more slowly than three pictures are taken.
        let hidesCaret = """
            (() => {
              const style = new CSSStyleSheet();
              style.replaceSync("* { caret-color: transparent !important }");
              document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
              return true;
            })()
            """
        _ = try evaluate(hidesCaret, as: Bool.self)
        var last = try capture()
        var same = 1
        for _ in 0..<60 {
            usleep(60_000)
            let next = try capture()
            same = next == last ? same + 1 : 1
            if same == 3 { return next }
            last = next
        }
        throw BrowserError.notReady("the page to stop changing")
    }
}

private struct Evaluation: Encodable {
    let expression: String
    let awaitPromise = true
    let returnByValue = true
}

private struct EvaluationOutcome<Value: Decodable>: Decodable {
    struct Result: Decodable { let value: Value? }
    struct Exception: Decodable { let text: String }
    let result: Result
    let exceptionDetails: Exception?
}
