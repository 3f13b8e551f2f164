import AtollChromium
import AtollRuntime
import Foundation

/// Runs a test of a mini app in a browser, as its users.
final class MiniAppTestRun {
    private let test: MiniAppTest
    private let device: BridgeValue?
    private let recording: [String]
    private let browser: Browser
    private let port: Int
    private var pages: [String: BrowserPage] = [:]

    /// The maximum time until the condition of a step is met.
    private static let patience = Duration.seconds(5)
    private static let patienceToStart = Duration.seconds(15)

    /// - Parameters:
    ///   - device: The preset results of the device.
    ///   - recording: Calls and their results, each as JSON.
    ///   - port: The port on which the mini app is served.
    init(_ test: MiniAppTest, device: BridgeValue?, recording: [String], in browser: Browser, port: Int) {
        self.test = test
        self.device = device
        self.recording = recording
        self.browser = browser
        self.port = port
    }

    /// - Throws: ``MiniAppTestError``, or a `BrowserError`.
    func run(miniApp id: String) throws {
        for user in test.users { pages[user] = try open(id, as: user) }
        for (index, step) in test.steps.enumerated() {
            guard let page = pages[step.user ?? test.users[0]] else {
                throw MiniAppTestError.step(
                    index + 1, "\(step)", found: "there is no user \(step.user ?? "") in \"users\"")
            }
            if let found = try perform(step.action, on: page) {
                // The errors may explain the failure.
                let errors = (try? Self.errors(of: page)) ?? []
                let all = errors.isEmpty ? found : "\(found); errors: \(errors.joined(separator: "; "))"
                throw MiniAppTestError.step(index + 1, "\(step)", found: all)
            }
        }
        guard !test.allowsErrors else { return }
        let errors = try pages.values.flatMap { try Self.errors(of: $0) }
        guard errors.isEmpty else { throw MiniAppTestError.errors(errors) }
    }

    /// Closes all pages.
    func close() { for page in pages.values { try? page.close() } }

    private func open(_ id: String, as user: String) throws -> BrowserPage {
        let page = try BrowserPage(browser)
        try page.look(BrowserLook.all[0])
        let target = "/miniapp/\(id)\(test.page.isEmpty ? "" : "/" + test.page)"
        let query = target.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        // This takes effect before the first call of the mini app.
        let beginning =
            "if (window === top) globalThis.AtollDevBeginning = "
            + "{ presets: \(Self.json(device ?? .object([:]))), calls: [\(recording.joined(separator: ","))] };"
        try page.call("Page.addScriptToEvaluateOnNewDocument", ["source": beginning])
        struct Outcome: Decodable { let errorText: String? }
        let address = "http://\(user).\(DevelopmentServer.host(port)):\(port)/.dev/enter?to=\(query)"
        let outcome: Outcome = try browser.call("Page.navigate", ["url": address], session: page.session)
        if let text = outcome.errorText { throw MiniAppTestError.notStarted(text) }
        try page.wait("document.readyState === 'complete' && location.pathname.startsWith('/miniapp/')", at: address)
        guard try page.evaluate("globalThis.AtollDev !== undefined", as: Bool.self) else {
            let heading = try page.evaluate("document.querySelector('h1')?.textContent ?? ''", as: String.self)
            throw MiniAppTestError.notStarted("its page \(test.page) can't be shown: \(heading)")
        }
        let isReady = "AtollDev.heard.some(({ type, method }) => type === 'call' && method === 'lifecycle.ready')"
        guard try Self.comesTrue(isReady, on: page, within: Self.patienceToStart) else {
            let errors = try Self.errors(of: page)
            throw MiniAppTestError.notStarted(
                errors.isEmpty ? "it does not say that it is ready" : errors.joined(separator: "; "))
        }
        return page
    }

    /// - Returns: What was found instead; nil if the step succeeded.
    private func perform(_ action: MiniAppTestStep.Action, on page: BrowserPage) throws -> String? {
        if let selector = action.selector, let problem = try problem(with: selector, on: page) { return problem }
        switch action {
        case .see(let text, let selector):
            let shown = "await AtollDev.step({ step: 'text', selector: \(Self.json(selector)) })"
            let isSeen = "((\(shown)) ?? '').includes(\(Self.json(text)))"
            if try Self.comesTrue(Self.awaited(isSeen), on: page) { return nil }
            let found = try? page.evaluate(Self.awaited("(\(shown)) ?? ''"), as: String.self)
            return "\(selector ?? "the page") says \"\((found ?? "").prefix(300))\""
        case .exists(let selector, let isThere):
            let isSo = "(await AtollDev.step({ step: 'exists', selector: \(Self.json(selector)) })) === \(isThere)"
            return try Self.comesTrue(Self.awaited(isSo), on: page) ? nil : isThere ? "it is not there" : "it is there"
        case .tap(let selector): return try tap(selector, on: page)
        case .type(let value, let selector):
            let typed =
                "await AtollDev.step({ step: 'type', selector: \(Self.json(selector)), value: \(Self.json(value)) })"
            if try Self.comesTrue(Self.awaited("(\(typed)) === true"), on: page) { return nil }
            let problem = try? page.evaluate(Self.awaited("(\(typed))?.problem ?? ''"), as: String.self)
            return problem.flatMap { $0.isEmpty ? nil : $0 } ?? "there is no such field"
        case .answer(let text):
            let find = """
                [...document.querySelectorAll("dialog button")].find((each) => each.textContent.trim() === \(Self.json(text)))
                """
            guard try Self.comesTrue("(\(find)) !== undefined", on: page) else {
                return "no dialog with this button is open"
            }
            // Dialogs ignore answers right after they appear, since no user could have read them.
            usleep(600_000)
            _ = try page.evaluate("(() => { (\(find))?.click(); return true; })()", as: Bool.self)
            return nil
        case .event(let name, let parameters):
            let tell = "AtollDev.tasks.event({ method: \(Self.json(name)), params: \(Self.json(parameters)) })"
            _ = try page.evaluate("(() => { \(tell); return true; })()", as: Bool.self)
            return nil
        case .called(let name, let parameters):
            let isMeant = "type === 'call' && method === \(Self.json(name)) && has(params, \(Self.json(parameters)))"
            let script = """
                (() => {
                  const has = (all, some) => some === null || (typeof some === "object"
                    ? typeof all === "object" && all !== null && Object.entries(some).every(([key, value]) => has(all[key], value))
                    : all === some);
                  return AtollDev.heard.some(({ type, method, params }) => \(isMeant));
                })()
                """
            if try Self.comesTrue(script, on: page) { return nil }
            let calls =
                "AtollDev.heard.filter(({ type, method }) => type === 'call' && method === \(Self.json(name))).map(({ params }) => JSON.stringify(params)).join(' ')"
            let found = (try? page.evaluate(calls, as: String.self)) ?? ""
            return found.isEmpty ? "it was not called" : "it was called with \(found.prefix(300))"
        case .go(let target):
            let path = target.hasPrefix("/") ? target : "/" + target
            let go = "await AtollDev.step({ step: 'go', to: \(Self.json(path)) })"
            _ = try page.evaluate(Self.awaited("((\(go)), true)"), as: Bool.self)
            let isThere = "location.pathname.endsWith(\(Self.json(path.prefix { $0 != "?" }.description)))"
            return try Self.comesTrue(isThere, on: page) ? nil : "the mini app has no such page"
        case .wait(let seconds):
            Thread.sleep(forTimeInterval: seconds)
            return nil
        case .offline(let isOff):
            _ = try page.evaluate(
                "(() => { AtollDev.tasks.network({ isOff: \(isOff) }); return true; })()", as: Bool.self)
            return nil
        }
    }

    /// The reason that a text is not a valid selector, or nil.
    private func problem(with selector: String, on page: BrowserPage) throws -> String? {
        let script = """
            (() => {
              try {
                document.createElement("p").matches(\(Self.json(selector)));
                return "";
              } catch ({ message }) {
                return message;
              }
            })()
            """
        let problem = try page.evaluate(script, as: String.self)
        return problem.isEmpty ? nil : problem
    }

    /// Clicks through the browser, so that it counts as a user's tap.
    private func tap(_ selector: String, on page: BrowserPage) throws -> String? {
        struct Place: Decodable, Equatable {
            let x: Double
            let y: Double
        }
        let script = """
            (async () => {
              const place = await AtollDev.step({ step: "tap", selector: \(Self.json(selector)) });
              const frame = AtollDev.position();
              return place && frame ? { x: place.x + frame.x, y: place.y + frame.y } : { x: -1, y: -1 };
            })()
            """
        let end = ContinuousClock.now + Self.patience
        var place = Place(x: -1, y: -1)
        var isStill = false
        // Waits until the element stops moving, for example because a notice has appeared above it. Otherwise the tap
        // would miss it.
        while !isStill, ContinuousClock.now < end {
            let next = (try? page.evaluate(script, as: Place.self)) ?? Place(x: -1, y: -1)
            isStill = next.x >= 0 && next == place
            place = next
            if !isStill { usleep(60_000) }
        }
        guard place.x >= 0 else { return "it is not there, or is hidden" }
        struct Mouse: Encodable {
            let type: String
            let x: Double
            let y: Double
            var button = "left"
            var clickCount = 1
        }
        for type in ["mousePressed", "mouseReleased"] {
            try page.call("Input.dispatchMouseEvent", Mouse(type: type, x: place.x, y: place.y))
        }
        return nil
    }

    private static func comesTrue(
        _ expression: String, on page: BrowserPage, within time: Duration = patience
    ) throws -> Bool {
        let end = ContinuousClock.now + time
        repeat {
            // The evaluation fails during a navigation.
            if let isTrue = try? page.evaluate(expression, as: Bool.self), isTrue { return true }
            usleep(20_000)
        } while ContinuousClock.now < end
        return false
    }

    private static func errors(of page: BrowserPage) throws -> [String] {
        let script = """
            AtollDev.heard.filter(({ type }) => type === "error" || type === "blocked")
              .map(({ text, directive, address, path, line }) => `${path ?? ""}${line ? `:${line}` : ""} ${text ?? `${directive} stopped ${address}`}`)
            """
        return try page.evaluate(script, as: [String].self)
    }

    private static func awaited(_ expression: String) -> String { "(async () => \(expression))()" }

    private static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return "null" }
        return String(decoding: data, as: UTF8.self)
    }
}
