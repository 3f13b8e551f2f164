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
    /// How long it waits after mail could not be sent.
    var pause = Duration.seconds(60)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                let isWell = await tellAll()
                try await Task.sleep(for: isWell ? interval : pause)
            }
        }
    }

    /// Tells everybody of everything.
    ///
    /// - Returns: Whether all mail could be sent.
    func tellAll() async -> Bool {
        do {
            while try await isBehind(), try await store.change(by: .system, { try $0.announceNotices() }) {}
            for (account, mode) in try await store.read({ try $0.mailDue(limit: 100) }) {
                guard let due = try await store.change(by: .system, { try $0.takeMail(of: account, mode) }) else {
                    continue
                }
                // What is told at once has a mail of its own each.
                let letters = mode == .daily ? [due.notices] : due.notices.map { [$0] }
                for (index, letter) in letters.enumerated() {
                    do {
                        try await mail.send(NoticeMail.mail(about: letter, to: due.address, at: address))
                    } catch {
                        logger.error("Mail could not be sent; this is tried again.", metadata: ["error": "\(error)"])
                        let rest = letters[index...].flatMap(\.self)
                        try await store.change(by: .system) { try $0.giveBackMail(of: account, mode, rest) }
                        return false
                    }
                }
            }
            return true
        } catch is CancellationError {
            return true
        } catch {
            logger.error("People could not be told of what happened.", metadata: ["error": "\(error)"])
            return true
        }
    }

    /// Whether anything has happened that nobody was told of.
    private func isBehind() async throws -> Bool {
        try await store.read { view in
            let (entries, upTo) = try view.unannounced(limit: 1)
            let read = try view.session.row("SELECT number FROM audit_reader WHERE name = 'notices'")?.int(0) ?? 0
            // Without notices in between, it catches up now and then.
            return !entries.isEmpty || upTo > read + 1_000
        }
    }
}
