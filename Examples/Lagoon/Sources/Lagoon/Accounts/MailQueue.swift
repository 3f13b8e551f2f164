import Foundation
import Logging

/// Jobs that run in the background, so that no response waits for them: looking up an account, and sending mail to it.
/// They run one at a time; jobs that do not fit into the queue are dropped.
struct MailQueue: Sendable {
    private let jobs: AsyncStream<@Sendable () async -> Void>.Continuation
    private let worker: Task<Void, Never>

    private static let capacity = 256

    init() {
        let (stream, continuation) = AsyncStream<@Sendable () async -> Void>.makeStream(
            bufferingPolicy: .bufferingOldest(Self.capacity))
        jobs = continuation
        worker = Task { for await job in stream { await job() } }
    }

    /// - Returns: Whether the queue had room for the job.
    @discardableResult
    func add(_ job: @escaping @Sendable () async -> Void) -> Bool {
        if case .enqueued = jobs.yield(job) { true } else { false }
    }

    /// Waits until all jobs added so far are done.
    func drain() async {
        await withCheckedContinuation { done in
            if !add({ done.resume() }) { done.resume() }
        }
    }
}
