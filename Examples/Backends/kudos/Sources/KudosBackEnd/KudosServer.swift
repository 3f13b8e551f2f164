import BoundedHTTP
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle

/// The back end of the mini app Kudos: thanks that reach somebody else.
///
/// It knows its users by the super app's tokens, and needs nothing else of the super app. The origins of the mini app's pages may
/// call it (CORS), and pages of others may not.
public struct KudosServer: Service {
    private let configuration: KudosConfiguration
    private let routes: KudosRoutes
    private let logger: Logger

    private static let maximumKeySet = 64 * 1024

    /// Opens the database, which is created if it does not exist.
    public init(_ configuration: KudosConfiguration, logger: Logger) throws {
        self.configuration = configuration
        self.logger = logger
        let session = BoundedSession(timeout: .seconds(5), deadline: .seconds(10))
        let verifier = TokenVerifier(configuration) { url in
            let answer = try await session.data(for: TransferRequest(url), limit: Self.maximumKeySet)
            guard answer.status == 200 else { throw URLError(.badServerResponse) }
            return String(decoding: answer.body, as: UTF8.self)
        }
        routes = KudosRoutes(store: try KudosStore(configuration.database), verifier: verifier, feed: KudosFeed())
    }

    /// Serves until the service group shuts down.
    public func run() async throws {
        let router = Router(context: KudosContext.self)
        router.addMiddleware { AllowedOrigins(origins: configuration.origins) }
        routes.add(to: router)
        let application = Application(
            router: router, server: .bounded(ServerLimits(), logger: logger),
            configuration: .init(address: .hostname("127.0.0.1", port: configuration.port), serverName: "kudos"),
            logger: logger)
        try await withGracefulShutdownHandler {
            try await application.run()
        } onGracefulShutdown: { [feed = routes.feed] in
            Task { await feed.endAll() }
        }
    }
}
