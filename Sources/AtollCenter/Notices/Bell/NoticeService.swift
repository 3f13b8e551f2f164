import Logging
import ServiceLifecycle

/// Tells people of what concerns them: it follows the audit log, fills the bell, and sends mail.
struct NoticeService: Service {
    let store: WorkStore
    let mail: any NoticeSender
    /// The address by which people reach the Center.
    let address: String
    let logger: Logger
    var interval = Duration.seconds(2)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                await tellAll()
                try await Task.sleep(for: interval)
            }
        }
    }

    /// Tells everybody of everything.
    func tellAll() async {
        do {
            while try await store.read({ try $0.isBehindWithNotices() }),
                try await store.change(by: .system, { try $0.announceNotices() })
            {}
            for (account, mode) in try await store.read({ try $0.mailDue(limit: 100) }) {
                guard let due = try await store.change(by: .system, { try $0.takeMail(of: account, mode) }) else {
                    continue
                }
                // What is told at once has a mail of its own each.
                for letter in mode == .daily ? [due.notices] : due.notices.map({ [$0] }) {
                    do {
                        try await mail.send(NoticeMail.mail(about: letter, to: due.address, at: address))
                    } catch {
                        // One bad address must not hold up everybody else's mail.
                        logger.error("Mail could not be sent; this is tried again.", metadata: ["error": "\(error)"])
                        try await store.change(by: .system) { try $0.giveBackMail(of: account, mode, letter) }
                    }
                }
            }
        } catch is CancellationError {
            return
        } catch {
            logger.error("People could not be told of what happened.", metadata: ["error": "\(error)"])
        }
    }
}
