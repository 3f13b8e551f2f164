import BoundedHTTP
import BoundedServer
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle

/// The server of a mini app's back end.
///
/// It identifies its users by the super app's tokens, and depends on nothing else in the super app. Only pages with the
/// mini app's origins may call it (CORS).
package struct BackEnd: Service {
    private let configuration: BackEndConfiguration
    private let name: String
    private let logger: Logger
    private let routes: @Sendable (Router<BackEndContext>, TokenBearers) -> Void
    private let end: @Sendable () async -> Void

    private static let maximumKeySet = 64 * 1024

    /// - Parameters:
    ///   - name: The server's name in its responses.
    ///   - end: Called on shutdown, to end open streams.
    ///   - routes: Adds the routes.
    package init(
        _ configuration: BackEndConfiguration, name: String, logger: Logger,
        end: @escaping @Sendable () async -> Void = {},
        routes: @escaping @Sendable (Router<BackEndContext>, TokenBearers) -> Void
    ) {
        self.configuration = configuration
        self.name = name
        self.logger = logger
        self.end = end
        self.routes = routes
    }

    /// Serves until the service group shuts down.
    package func run() async throws {
        let session = BoundedSession(timeout: .seconds(5), deadline: .seconds(10))
        let verifier = TokenVerifier(configuration) { url in
            let answer = try await session.data(for: TransferRequest(url), limit: Self.maximumKeySet)
            guard answer.status == 200 else { throw URLError(.badServerResponse) }
            return String(decoding: answer.body, as: UTF8.self)
        }
        let router = Router(context: BackEndContext.self)
        router.addMiddleware { AllowedOrigins(origins: configuration.origins) }
        routes(router, TokenBearers(verifier: verifier))
        // The rest of the process needs file descriptors, too.
        var limits = ServerLimits()
        limits.connections = 500
        let application = Application(
            router: router, server: .bounded(limits, logger: logger),
            configuration: .init(address: .hostname("127.0.0.1", port: configuration.port), serverName: name),
            logger: logger)
        try await withGracefulShutdownHandler {
            try await application.run()
        } onGracefulShutdown: { [end] in
            Task { await end() }
        }
    }
}
