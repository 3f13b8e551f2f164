import Foundation
import Hummingbird
import Logging

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A proxy between devices and a Center, which applies faults to each device's requests as its script says.
public actor FaultProxy {
    /// The faults of a device's requests, by their index; `always` applies to all others.
    public struct Script: Sendable {
        public var faults: [Int: NetworkFault]
        public var always: NetworkFault?

        public init(_ faults: [Int: NetworkFault] = [:], always: NetworkFault? = nil) {
            self.faults = faults
            self.always = always
        }
    }

    private let center: URL
    private var scripts: [String: (script: Script, requests: Int)] = [:]
    private static let session = URLSession(configuration: .ephemeral)

    private init(center: URL) {
        self.center = center
    }

    /// Sets the script for a device's requests from now on, and restarts their count.
    public func set(_ script: Script, for device: String) { scripts[device] = (script, 0) }

    /// Starts a proxy, calls `body` with it and its URL, and stops it. A device uses that URL with its name as the
    /// first path component.
    public static func run(
        before center: URL, _ body: @Sendable @escaping (FaultProxy, URL) async throws -> Void
    ) async throws {
        let proxy = FaultProxy(center: center)
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let router = Router()
        router.get("**") { request, _ in try await proxy.answer(request) }
        var logger = Logger(label: "proxy")
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                continuation.yield(channel.localAddress?.port ?? 0)
                continuation.finish()
            },
            logger: logger
        )
        try await GracefulService.run(application, logger: logger) {
            for await port in ports { try await body(proxy, URL(string: "http://127.0.0.1:\(port)")!) }
        }
    }

    private func fault(for device: String) -> NetworkFault? {
        guard let (script, count) = scripts[device] else { return nil }
        scripts[device] = (script, count + 1)
        return script.faults[count] ?? script.always
    }

    private nonisolated func answer(_ request: Request) async throws -> Response {
        let parts = request.uri.string.split(separator: "/", maxSplits: 1)
        let fault = await fault(for: String(parts[0]))
        if fault == .serverError { return Response(status: .internalServerError) }
        if fault == .notFound { return Response(status: .notFound) }
        if fault == .delay { try await Task.sleep(for: .milliseconds(150)) }  // sleep: the fault is a delay
        var onward = URLRequest(url: URL(string: center.absoluteString + "/" + parts[1])!)
        for field in request.headers where ["authorization", "atoll-host", "range"].contains(field.name.canonicalName) {
            onward.setValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
        let (data, answer) = try await Self.session.answer(to: onward)
        return Response(status: .init(code: answer.statusCode), body: Self.body(data, fault))
    }

    private static func body(_ data: Data, _ fault: NetworkFault?) -> ResponseBody {
        let half = ByteBuffer(bytes: data.prefix(data.count / 2))
        let rest = ByteBuffer(bytes: data.dropFirst(data.count / 2))
        switch fault {
        case .truncate: return ResponseBody(byteBuffer: half)
        case .duplicate: return ResponseBody(byteBuffer: ByteBuffer(bytes: data + data))
        case .cut, .stall:
            return ResponseBody(contentLength: data.count + 1) { writer in
                try await writer.write(half)
                if fault == .stall { try? await Task.sleep(for: .seconds(6)) }  // sleep: the fault is a delay
                throw CancellationError()
            }
        case .slow:
            return ResponseBody(contentLength: data.count) { writer in
                for start in stride(from: 0, to: half.readableBytes, by: max(1, half.readableBytes / 10)) {
                    let length = min(max(1, half.readableBytes / 10), half.readableBytes - start)
                    try await writer.write(half.getSlice(at: start, length: length)!)
                    try await Task.sleep(for: .milliseconds(15))  // sleep: the fault is a delay
                }
                try await writer.write(rest)
                try await writer.finish(nil)
            }
        default: return ResponseBody(byteBuffer: ByteBuffer(bytes: data))
        }
    }
}
