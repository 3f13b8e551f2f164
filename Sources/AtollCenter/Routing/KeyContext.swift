import AtollPackages
import Logging

/// The context of a request with an API key that permits the route's scope.
struct KeyContext: Sendable {
    let base: CenterContext
    /// The mini app or the super app in the path.
    let id: MiniAppID
    let key: APIKey

    var logger: Logger { base.logger }

    /// Logs an operation with the id and the key that performed it.
    func log(
        _ message: Logger.Message, level: Logger.Level = .info, about subject: String = "miniApp",
        _ metadata: Logger.Metadata = [:]
    ) {
        var all = metadata
        all[subject] = "\(id)"
        all["key"] = "\(key.id)"
        logger.log(level: level, message, metadata: all)
    }
}
