import AtollCenterDomain
import Logging

extension NoticeSender {
    /// Hands a mail over.
    ///
    /// - Throws: ``ActionError/mailNotSent``; the reason is in the log, for the operator.
    func send(logger: Logger, _ mail: Mail) async throws {
        do {
            try await send(mail)
        } catch {
            logger.error("A mail could not be sent.", metadata: ["error": "\(error)"])
            throw ActionError.mailNotSent
        }
    }
}
