import AtollPackages
import AtollReview
import AtollRuntime
import AtollWeb
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import ServiceLifecycle
import SignedJSON

/// Serves the container: the page with the panes and the inspector.
///
/// | | |
/// | --- | --- |
/// | `GET /` | the page |
/// | `GET /.dev/files/{name}` | its files |
/// | `GET /.dev/state` | the folder as it is now, the settings, and the panes |
/// | `GET /.dev/events` | server-sent events: changes, problems, keys |
/// | `POST /.dev/settings` | JSON: the settings that the inspector has changed |
/// | `POST /.dev/report` | JSON: errors and logs of panes, for the terminal |
/// | `POST /.dev/record` | JSON: a call and its result, for the recording |
///
/// Each request must name the container as its host, which the shell has checked. Requests that change something must
/// come from the container's own page.
struct ContainerResponder: Sendable {
    /// An element of a list in which others may be invalid.
    private struct Lenient<Value: Decodable>: Decodable {
        let value: Value?

        init(from decoder: any Decoder) { value = try? Value(from: decoder) }
    }

    private let options: DevelopmentOptions
    private let origin: String
    /// The origins of the panes, in the order of the users.
    private let panes: [String]
    private let resources: DevelopmentResources
    private let wallet: DevelopmentWallet
    private let tell: @Sendable (DevelopmentNews) -> Void
    let events = ContainerEvents()
    let state = NIOLockedValueBox(ContainerState())
    let package = NIOLockedValueBox<MiniAppPackage?>(nil)
    private let chosen: NIOLockedValueBox<ContainerSettings>
    private let recorder: CallRecorder?
    private let reviewing = NIOLockedValueBox<Task<Void, Never>?>(nil)
    /// Emits an event when the developer changes the permissions that the operator denies.
    let changes: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

    private static let maximumBody = 1024 * 1024
    private static let heartbeat = Duration.seconds(5)

    init(
        _ options: DevelopmentOptions, origin: String, panes: [String], resources: DevelopmentResources,
        wallet: DevelopmentWallet,
        tell: @escaping @Sendable (DevelopmentNews) -> Void
    ) throws {
        self.options = options
        self.origin = origin
        self.panes = panes
        self.resources = resources
        self.wallet = wallet
        self.tell = tell
        var settings = ContainerSettings()
        settings.language = options.language
        settings.payments = options.presets.payments ?? .paid
        chosen = NIOLockedValueBox(settings)
        recorder = try options.recording.map { try CallRecorder($0, outside: options.folder) }
        changes = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLockedValue { $0.connections = options.connections + (options.presets.connect ?? []) }
    }

    var settings: ContainerSettings { chosen.withLockedValue { $0 } }
    var current: ContainerState { state.withLockedValue { $0 } }

    /// Ends all streams, so that the server can end.
    func end() {
        changes.continuation.finish()
        events.endAll()
    }

    /// Runs the checks of the Center in the background, and reports the findings. Findings of an earlier package are
    /// dropped.
    func review(_ package: MiniAppPackage, after base: MiniAppPackage?) {
        let reading = current.reading
        let task = Task.detached(priority: .utility) { [self] in
            guard !Task.isCancelled else { return }
            let context = ReviewContext(base: base.map { ReviewedVersion($0) })
            let findings = PackageReview().findings(in: package, context).map(FolderProblem.init)
            let size = ContainerState.size(of: package, after: base)
            let isCurrent = state.withLockedValue { state in
                guard state.reading == reading else { return false }
                state.findings = findings
                state.size = size
                return true
            }
            guard isCurrent else { return }
            events.tell(ContainerEvent.state(current))
            tell(.findings(findings))
        }
        reviewing.withLockedValue { before in
            before?.cancel()
            before = task
        }
    }

    func respond(to request: Request) async throws -> Response {
        let path = request.uri.path
        switch (request.method, path) {
        case (.get, "/"): return file("container.html")
        case (.head, "/"): return file("container.html").createHeadResponse()
        case (.get, _) where path.hasPrefix("/.dev/files/"):
            return file(String(path.dropFirst("/.dev/files/".count)))
        case (.get, "/.dev/state"): return try json(Whole(self))
        case (.get, "/.dev/events"): return stream(request)
        case (.post, _): return try await change(request, path)
        default: return plain(.notFound, "Not found.\n")
        }
    }

    /// The initial data of a page.
    private struct Whole: Encodable {
        struct Pane: Encodable {
            let user: DevelopmentUser
            let origin: String
        }

        let panes: [Pane]
        let page: String
        let isOffline: Bool
        let isRecording: Bool
        let settings: ContainerSettings
        let device: BridgeValue?
        let state: ContainerState

        init(_ responder: ContainerResponder) {
            let options = responder.options
            panes = zip(options.users, responder.panes).map { Pane(user: $0, origin: $1) }
            page = options.page
            isOffline = options.isOffline
            isRecording = options.recording != nil
            settings = responder.settings
            device = options.presets.device
            state = responder.current
        }
    }

    // MARK: Changes

    private func change(_ request: Request, _ path: String) async throws -> Response {
        guard request.headers[.origin] == origin, request.headers[.contentType] == "application/json" else {
            return plain(.forbidden, "Only the page of atoll dev may do this.\n")
        }
        guard let bytes = try await request.body(upTo: Self.maximumBody) else {
            return plain(.contentTooLarge, "This is too long.\n")
        }
        let body = Data(bytes.readableBytesView)
        switch path {
        case "/.dev/settings":
            guard let new = try? JSONDecoder().decode(ContainerSettings.self, fromForeign: body),
                new.language.map(ContainerSettings.isLanguage) ?? true, new.denied.count <= 100
            else { return plain(.badRequest, "The settings are invalid.\n") }
            let old = chosen.withLockedValue { settings in
                defer { settings = new }
                return settings
            }
            wallet.setAnswer(new.payments)
            events.tell(ContainerEvent.settings(new))
            if new.denied != old.denied { changes.continuation.yield() }
        case "/.dev/report":
            guard let reports = try? JSONDecoder().decode([Lenient<ContainerReport>].self, fromForeign: body) else {
                return plain(.badRequest, "The report is invalid.\n")
            }
            for report in reports.prefix(100).compactMap(\.value) { tell(.report(report)) }
        case "/.dev/record":
            guard let recorder else { return plain(.notFound, "Nothing is recorded.\n") }
            guard await recorder.add(body) else {
                return plain(.badRequest, "The call is invalid, or the recording is full.\n")
            }
        default: return plain(.notFound, "Not found.\n")
        }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    // MARK: Responses

    private func file(_ name: String) -> Response {
        guard let (contents, type) = resources.file(name) else { return plain(.notFound, "Not found.\n") }
        return secured(
            Response(
                status: .ok, headers: [.contentType: type], body: .init(byteBuffer: ByteBuffer(bytes: contents))))
    }

    private func json(_ value: some Encodable) throws -> Response {
        secured(
            Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value)))))
    }

    private func plain(_ status: HTTPResponse.Status, _ text: String) -> Response {
        secured(
            Response(
                status: status, headers: [.contentType: "text/plain; charset=utf-8"],
                body: .init(byteBuffer: ByteBuffer(string: text))))
    }

    private func secured(_ response: Response) -> Response {
        var response = response
        response.headers[.contentSecurityPolicy] = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
            "connect-src 'self'", "frame-src \(panes.joined(separator: " "))", "form-action 'none'",
            "base-uri 'none'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
        response.headers[.cacheControl] = "no-store"
        response.headers[Self.nosniff] = "nosniff"
        response.headers[Self.referrerPolicy] = "same-origin"
        return response
    }

    private static let nosniff = HTTPField.Name.knownName("X-Content-Type-Options")
    private static let referrerPolicy = HTTPField.Name.knownName("Referrer-Policy")

    private func stream(_ request: Request) -> Response {
        guard !events.isFull else { return plain(.tooManyRequests, "Too many pages are open.\n") }
        var response = secured(Response(status: .ok, headers: [.contentType: "text/event-stream"]))
        response.body = ResponseBody { [events] writer in
            // The listener is added only now, so that nothing is left of a client that has already disconnected.
            guard let (id, news) = events.listen() else { return try await writer.finish(nil) }
            defer { events.end(id) }
            try await writer.write(ByteBuffer(string: "retry: 500\n\n"))
            let (lines, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(64))
            let passing = Task {
                for await event in news { continuation.yield(event) }
                continuation.finish()
            }
            let beating = Task {
                while (try? await Task.sleep(for: Self.heartbeat)) != nil { continuation.yield(": here\n\n") }
            }
            defer {
                passing.cancel()
                beating.cancel()
            }
            try await withGracefulShutdownHandler {
                try await request.body.consumeWithInboundCloseHandler { _ in
                    for await line in lines { try await writer.write(ByteBuffer(string: line)) }
                } onInboundClosed: {
                    continuation.finish()
                }
            } onGracefulShutdown: {
                continuation.finish()
            }
            try await writer.finish(nil)
        }
        return response
    }
}
