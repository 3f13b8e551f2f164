import Foundation
import Logging

/// Work that is done after the answer: looking up whether somebody has an account, and writing to them. However many ask, it is done
/// one after another, and what does not fit is left out.
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

    /// - Returns: Whether there was room.
    @discardableResult
    func add(_ job: @escaping @Sendable () async -> Void) -> Bool {
        if case .enqueued = jobs.yield(job) { true } else { false }
    }

    /// Waits until everything is done that was asked for before.
    func drain() async {
        await withCheckedContinuation { done in
            if !add({ done.resume() }) { done.resume() }
        }
    }
}
