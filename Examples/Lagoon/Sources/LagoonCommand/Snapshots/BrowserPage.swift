import Foundation

/// A page of a browser that pictures are taken of.
final class BrowserPage {
    private let pipe: DevToolsPipe
    private let session: String

    private struct Nothing: Codable {}
    private struct Target: Decodable { let targetId: String }
    private struct Session: Decodable { let sessionId: String }

    init(_ pipe: DevToolsPipe) throws {
        self.pipe = pipe
        let target: Target = try pipe.call("Target.createTarget", ["url": "about:blank"])
        struct Attach: Encodable {
            let targetId: String
            let flatten = true
        }
        let attached: Session = try pipe.call("Target.attachToTarget", Attach(targetId: target.targetId))
        session = attached.sessionId
        _ = try pipe.call("Page.enable", Nothing(), session: session, as: Nothing.self)
    }

    /// Dresses the page as a device, in a colour scheme, without animations.
    func look(_ look: SnapshotLook) throws {
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
        _ = try pipe.call(
            "Emulation.setDeviceMetricsOverride", Metrics(width: look.width, height: look.height), session: session,
            as: Nothing.self
        )
        _ = try pipe.call(
            "Emulation.setEmulatedMedia",
            Media(features: [
                .init(name: "prefers-color-scheme", value: look.scheme),
                .init(name: "prefers-reduced-motion", value: "reduce"),
            ]),
            session: session, as: Nothing.self
        )
    }

    /// Goes to an address, and waits until the page is whole, and what is in its frame.
    func go(to address: String) throws {
        struct Outcome: Decodable { let errorText: String? }
        let outcome: Outcome = try pipe.call("Page.navigate", ["url": address], session: session)
        if let problem = outcome.errorText { throw SnapshotError.browser(address, problem) }
        try wait(
            """
            document.readyState === "complete" && location.href !== "about:blank" && document.fonts.status === "loaded"
              && [...document.images].every((image) => image.complete)
              && [...document.querySelectorAll("iframe")].every((frame) => frame.dataset.ready !== undefined)
            """, at: address)
        for frame in try frames() { try waitUntilDrawn(frame, at: address) }
        try waitUntilDrawn(session, at: address)
    }

    /// The sessions of the frames of other origins that the page shows: each is a target of its own.
    private func frames() throws -> [String] {
        struct Info: Decodable {
            let targetId: String
            let type: String
        }
        struct Targets: Decodable { let targetInfos: [Info] }
        struct Attach: Encodable {
            let targetId: String
            let flatten = true
        }
        let targets: Targets = try pipe.call("Target.getTargets", Nothing())
        return targets.targetInfos.filter { $0.type == "iframe" }.compactMap { target in
            // One that has just gone can't be asked.
            (try? pipe.call("Target.attachToTarget", Attach(targetId: target.targetId), as: Session.self))?.sessionId
        }
    }

    /// Waits until a document has run its modules to their end, is dressed, has its fonts and pictures, and was drawn twice.
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
                let outcome: EvaluationOutcome<Bool> = try pipe.call(
                    "Runtime.evaluate", Evaluation(expression: script), session: session)
                if outcome.result.value ?? false { return }
            } catch SnapshotError.browser {
                // A frame that has gone by then does not count.
                guard session == self.session else { return }
            }
            usleep(20_000)
        }
        throw SnapshotError.notReady(address)
    }

    /// Waits until an expression is true.
    func wait(_ expression: String, at address: String) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            // A page that is just leaving can't be asked.
            if let isTrue = try? evaluate(expression, as: Bool.self), isTrue { return }
            usleep(20_000)
        }
        throw SnapshotError.notReady(address)
    }

    /// The value of an expression, or of the promise that it is.
    func evaluate<Value: Decodable>(_ expression: String, as type: Value.Type) throws -> Value {
        let outcome: EvaluationOutcome<Value> = try pipe.call(
            "Runtime.evaluate", Evaluation(expression: expression), session: session)
        guard let value = outcome.result.value else {
            throw SnapshotError.browser("Runtime.evaluate", outcome.exceptionDetails?.text ?? "no value")
        }
        return value
    }

    /// A picture of what is shown, as PNG, once three in a row are the same.
    func picture() throws -> Data {
        struct Capture: Decodable { let data: Data }
        func capture() throws -> Data {
            let capture: Capture = try pipe.call("Page.captureScreenshot", ["format": "png"], session: session)
            return capture.data
        }
        // A caret blinks, and stays the same for longer than three pictures take.
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
        throw SnapshotError.notReady("the page, whose pictures do not stay the same")
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

/// A device and a colour scheme.
struct SnapshotLook: Hashable, Sendable {
    let device: String
    let width: Int
    let height: Int
    let scheme: String

    var name: String { "\(device)-\(scheme)" }

    static let all = [
        SnapshotLook(device: "phone", width: 390, height: 844, scheme: "light"),
        SnapshotLook(device: "phone", width: 390, height: 844, scheme: "dark"),
        SnapshotLook(device: "desktop", width: 1_280, height: 800, scheme: "light"),
        SnapshotLook(device: "desktop", width: 1_280, height: 800, scheme: "dark"),
    ]
}
