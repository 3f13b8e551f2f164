import Logging
import MiniAppBackEnd
import ServiceLifecycle

/// The back end of the mini app Expenses: reports that users hand in and managers decide about.
public struct ExpensesServer: Service {
    private let backEnd: BackEnd

    /// Opens the database, which is created if it does not exist.
    public init(_ configuration: BackEndConfiguration, logger: Logger) throws {
        let store = try ReportStore(configuration.database)
        backEnd = BackEnd(configuration, name: "expenses", logger: logger) { router, bearers in
            ReportRoutes(store: store, bearers: bearers).add(to: router)
        }
    }

    /// Serves until the service group shuts down.
    public func run() async throws { try await backEnd.run() }
}
