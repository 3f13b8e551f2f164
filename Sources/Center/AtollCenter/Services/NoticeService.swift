import AtollCenterDomain
import AtollRateLimiting
import Logging
import ServiceLifecycle

/// Tells people of what concerns them: it follows the audit log, fills the bell, and sends mail.
struct NoticeService: Service {
    let store: PeopleStore
    let mail: any NoticeSender
    /// The address by which people reach the Center.
    let address: String
    let logger: Logger
    var interval = Duration.seconds(2)
    /// The rate of immediate mails to one account. Other users can trigger any number of notices; beyond this rate,
    /// they are combined.
    var limiter = RateLimiter<String>(.init(burst: 20, perSecond: 1 / 180))

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
            for (account, mode) in try await store.read({ try $0.mailDue(limit: 1_000) }) {
                // Beyond the rate, only urgent notices are sent now. The others follow in one mail.
                let isLimited = mode != .daily && limiter.wait(for: account) > .zero
                guard
                    let due = try await store.change(
                        by: .system, { try $0.takeMail(of: account, mode, onlyUrgent: isLimited) })
                else { continue }
                for letter in mode == .daily ? [due.notices] : letters(about: due.notices, to: account) {
                    do {
                        try await mail.send(NoticeMail.mail(about: letter, to: due.address, at: address))
                    } catch {
                        // One bad address must not hold up everybody else's mail.
                        let isEnding = Task.isCancelled
                        if !isEnding {
                            logger.error(
                                "Mail could not be sent; this is tried again.", metadata: ["error": "\(error)"])
                        }
                        // Not cancelled with this service, so that the next process can send the mail.
                        let store = store
                        try await Task.detached {
                            try await store.change(by: .system) {
                                try $0.giveBackMail(of: account, mode, letter, countsFailure: !isEnding)
                            }
                        }.value
                    }
                }
            }
        } catch is CancellationError {
            return
        } catch {
            logger.error("Notices could not be made.", metadata: ["error": "\(error)"])
        }
    }

    /// Groups immediate notices into mails: one notice each until the rate is used up, and the rest in the last mail.
    /// An urgent notice always gets a separate mail.
    private func letters(about notices: [Notice], to account: String) -> [[Notice]] {
        var letters: [[Notice]] = []
        for notice in notices where !notice.kind.isUrgent {
            if letters.isEmpty || limiter.wait(for: account) == .zero {
                _ = limiter.take(account)
                letters.append([notice])
            } else {
                letters[letters.count - 1].append(notice)
            }
        }
        return notices.filter(\.kind.isUrgent).map { [$0] } + letters
    }
}
