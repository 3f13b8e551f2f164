import Logging
import MiniAppBackEnd
import ServiceLifecycle

/// The back end of the mini app Kudos: thanks between users.
public struct KudosServer: Service {
    private let backEnd: BackEnd

    /// Opens the database, which is created if it does not exist.
    public init(_ configuration: BackEndConfiguration, logger: Logger) throws {
        let (store, feed) = (try KudosStore(configuration.database), KudosFeed())
        backEnd = BackEnd(configuration, name: "kudos", logger: logger) {
            await feed.endAll()
        } routes: { router, bearers in
            KudosRoutes(store: store, bearers: bearers, feed: feed).add(to: router)
        }
    }

    /// Serves until the service group shuts down.
    public func run() async throws { try await backEnd.run() }
}
