import AtollCenterDomain
import BoundedHTTP
import Foundation
import Logging
import ServiceLifecycle

/// Delivers events to webhooks: each row in order, and the next one only after the receiver has accepted it.
///
/// Among several processes, one at a time serves a hook. If it stops after a receiver has accepted a row, the row is
/// delivered again, with the same `webhook-id`.
struct WebhookService: Service {
    let store: PeopleStore
    /// Whether URLs on this machine and in its network are allowed.
    let mayBePrivate: Bool
    /// Returns the body of a row's delivery.
    let body: @Sendable (AuditEntry) throws -> Data
    let logger: Logger
    var interval = Duration.seconds(2)
    /// How long an address may take.
    var patience = Duration.seconds(15)

    /// The maximum number of concurrent deliveries: in all, and for one organization.
    private static let (width, share) = (8, 2)
    /// How long a hook has its turn, and how long hooks of one organization are begun in a round: then the others have
    /// theirs.
    private static let turn = Duration.seconds(15)
    /// How many hooks are read at a time.
    private static let page = 200
    /// The largest number of rows for other hooks between two stored positions of a hook.
    private static let passing = 500

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                await tellAll()
                try await Task.sleep(for: interval)
            }
        }
    }

    /// Tells every hook whose turn it is, once: however many of them there is nothing for.
    func tellAll() async {
        let time = store.now().secondsSince1970
        var last: Webhook?
        do {
            while true {
                let before = last
                let due = try await store.read { try $0.webhooksDue(at: time, after: before, limit: Self.page) }
                await tell(due)
                guard due.count == Self.page else { return }
                last = due.last
            }
        } catch is CancellationError {
            return
        } catch {
            logger.error("Webhooks could not be delivered.", metadata: ["error": "\(error)"])
        }
    }

    private func tell(_ due: [Webhook]) async {
        await withTaskGroup(of: String.self) { group in
            var waiting = due
            var active: [String: Int] = [:]
            var begun: [String: ContinuousClock.Instant] = [:]
            while true {
                waiting.removeAll { begun[$0.organization].map { $0 + Self.turn < .now } ?? false }
                while active.values.reduce(0, +) < Self.width,
                    let index = waiting.firstIndex(where: { active[$0.organization, default: 0] < Self.share })
                {
                    let hook = waiting.remove(at: index)
                    active[hook.organization, default: 0] += 1
                    begun[hook.organization] = begun[hook.organization] ?? .now
                    group.addTask {
                        await tell(hook)
                        return hook.organization
                    }
                }
                guard let ended = await group.next() else { return }
                active[ended]? -= 1
            }
        }
    }

    private func tell(_ hook: Webhook) async {
        var hook = hook
        let end = ContinuousClock.now + Self.turn
        do {
            while ContinuousClock.now < end {
                let current = hook
                let (entry, seen) = try await store.read { try $0.nextEntry(for: current) }
                guard let entry else {
                    guard seen > current.number + Self.passing else { return }
                    return try await store.change(by: .system) { try $0.passWebhook(current, upTo: seen) }
                }
                guard try await store.change(by: .system, { try $0.takeWebhook(current) }) else { return }
                let fault = await send(entry, to: hook)
                try await store.change(by: .system) { try $0.finish(current, entry.number, fault: fault) }
                if let fault {
                    logger.warning(
                        "A webhook delivery failed and will be retried.",
                        metadata: ["webhook": "\(hook.id)", "reason": "\(fault)"])
                    return
                }
                guard
                    let next = try await store.read({ try $0.webhook(current.id, of: current.organization) })
                else { return }
                hook = next
            }
        } catch is CancellationError {
            return
        } catch {
            logger.error("A webhook could not be served.", metadata: ["webhook": "\(hook.id)", "error": "\(error)"])
        }
    }

    /// Ends a transfer whose status is known.
    private struct Enough: Error {}

    /// - Returns: Why the address has not taken it, or nil.
    private func send(_ entry: AuditEntry, to hook: Webhook) async -> String? {
        guard let url = URL(string: hook.address) else { return "the address is not a URL" }
        do {
            let body = try body(entry)
            let (id, time) = ("\(hook.id)-\(entry.number)", store.now().secondsSince1970)
            var request = TransferRequest(url, method: "POST", body: body)
            request.isForPublicAddresses = !mayBePrivate
            request.set("Content-Type", to: "application/json")
            request.set("webhook-id", to: id)
            request.set("webhook-timestamp", to: "\(time)")
            request.set(
                "webhook-signature",
                to: WebhookSignature.header(id: id, time: time, body: body, secret: hook.secret))
            var status: Int?
            do throws(TransferError) {
                // Only the status matters, however long the answer is.
                try await BoundedSession(timeout: patience, deadline: patience).receive(request, limit: .max) { part in
                    guard case .head(let code, _, _) = part else { return }
                    status = code
                    throw Enough()
                }
            } catch {
                guard status != nil else { return error.description }
            }
            guard let status else { return "there was no answer" }
            return (200..<300).contains(status) ? nil : "the address answered with status \(status)"
        } catch {
            return "\(error)"
        }
    }
}
