import AtollCenterDomain
import Logging
import SQLStatements
import ServiceLifecycle

/// Removes expired invitations, API keys and sessions, and old addresses in the audit log, at the start and every hour.
struct PeopleUpkeep: Service {
    let store: PeopleStore
    let logger: Logger
    var interval = Duration.seconds(3_600)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                await keepUp()
                try await Task.sleep(for: interval)
            }
        }
    }

    func keepUp() async {
        // Expired rows are not accepted meanwhile; a failed removal is tried again in an hour.
        await attempt("What has expired could not be removed.") {
            try await store.change(by: .system) { try $0.endWhatHasExpired() }
        }
        await attempt("Old counts of usage could not be added up.") {
            try await store.change(by: .system) { try $0.keepUpUsage() }
        }
        await attempt("The featured periods that have ended could not be completed.") {
            try await store.change(by: .system) { try $0.keepUpFeatured() }
        }
        await attempt("Old reports of problems could not be removed.") {
            try await store.change(by: .system) { try $0.keepUpFeedback() }
        }
        await attempt("Old notices could not be removed.") {
            try await store.change(by: .system) { try $0.removeOldNotices() }
        }
        await attempt("The files of old versions could not be given up.") { try await store.giveUpFiles() }
    }

    private func attempt(_ failure: Logger.Message, _ work: () async throws -> Void) async {
        do {
            try await work()
        } catch is CancellationError {
            return
        } catch {
            logger.error(failure, metadata: ["error": "\(error)"])
        }
    }
}

extension Transaction {
    /// Ends what has expired.
    func endWhatHasExpired() throws {
        try expireInvitations()
        let keys = try session.rows(
            """
            SELECT id, organization FROM api_key
            WHERE expires <= \(.integer(time)) AND trusted_publisher IS NULL ORDER BY id
            """)
        for row in keys {
            let id = try row.text(0)
            try session.perform("DELETE FROM api_key WHERE id = \(.text(id))")
            try note(AuditRecord(.expireKey, organization: try row.optionalText(1), subject: id))
        }
        // Keys of CI jobs expire, without a notice to anyone.
        for table in ["api_key", "ci_token", "device_code"] as [SQLFragment] {
            try session.perform("DELETE FROM \(table) WHERE expires <= \(.integer(time))")
        }
        try session.perform("DELETE FROM work_session WHERE expires <= \(.integer(time))")
        try session.perform("DELETE FROM password_reset WHERE expires <= \(.integer(time))")
        // Addresses of people who did not accept an invitation are stored no longer than those of clients.
        let oldest = time - AuditLog.originLifetime
        try session.perform(
            "UPDATE invitation SET email = '' WHERE state <> 'open' AND email <> '' AND expires < \(.integer(oldest))")
        try removeOldPreviews()
        try removeOldRequests()
        try AuditLog.removeOldOrigins(at: now, session)
    }
}
