import AtollPackages
import Foundation
import NIOConcurrencyHelpers
import NIOCore

/// What was found lately. An answer falls with the change that would make it another, and stays through all others.
final class SearchCache: Sendable {
    /// What an answer depends on besides the mini apps.
    struct Key: Hashable {
        /// The query of the address, as it was sent.
        let address: String
        let superApp: String
        /// The audiences that the visitor is part of.
        let audiences: [Int64]
    }

    /// An answer, ready to be sent.
    struct Answer: Sendable {
        let query: SearchQuery
        let total: Int
        let body: ByteBuffer
        let expires: Date?
        /// The numbers of the items.
        let numbers: Set<Int64>
    }

    private struct TotalKey: Hashable {
        let query: SearchQuery
        let audiences: [Int64]
        let superApp: String
    }

    private struct State {
        var answers: [Key: (answer: Answer, used: UInt64)] = [:]
        var totals: [TotalKey: Int] = [:]
        var underWay: [Key: Task<Answer, any Error>] = [:]
        var bytes = 0
        /// Grows with each use, so that what was not used for longest is known.
        var clock: UInt64 = 0
        /// Grows with each change: what was read before one is not kept after it.
        var generation: UInt64 = 0
    }

    private let state = NIOLockedValueBox(State())
    private let capacity: Int

    /// - Parameter capacity: How many bytes of answers are kept.
    init(capacity: Int = 64 * 1024 * 1024) {
        self.capacity = capacity
    }

    /// The answer to a search; searches that are equal and come at the same time share one.
    ///
    /// - Parameter find: Looks it up; given the total, where that is known.
    func answer(
        to key: Key, at now: Date, parse: () throws -> SearchQuery,
        find: @escaping @Sendable (SearchQuery, _ total: Int?) async throws -> SearchPage
    ) async throws -> Answer {
        let kept = state.withLockedValue { state -> Answer? in
            guard let kept = state.answers[key]?.answer else { return nil }
            if let expires = kept.expires, expires <= now { return nil }
            state.clock += 1
            state.answers[key]?.used = state.clock
            return kept
        }
        if let kept { return kept }
        let query = try parse()
        let totalKey = TotalKey(query: query.whole, audiences: key.audiences, superApp: key.superApp)
        let task = state.withLockedValue { state in
            if let task = state.underWay[key] { return task }
            let (total, generation) = (state.totals[totalKey], state.generation)
            let task = Task {
                let result: Result<Answer, any Error>
                do {
                    let page = try await find(query, total)
                    result = .success(
                        Answer(
                            query: query, total: page.total, body: ByteBuffer(string: page.json), expires: page.expires,
                            numbers: page.numbers)
                    )
                } catch {
                    result = .failure(error)
                }
                self.keep(result, key, totalKey, since: generation)
                return try result.get()
            }
            state.underWay[key] = task
            return task
        }
        return try await task.value
    }

    private func keep(_ result: Result<Answer, any Error>, _ key: Key, _ totalKey: TotalKey, since generation: UInt64) {
        state.withLockedValue { state in
            // What another change has ended meanwhile is no longer ours to end.
            guard state.generation == generation else { return }
            state.underWay[key] = nil
            guard case .success(let answer) = result else { return }
            if state.totals.count >= 10_000 { state.totals = [:] }
            // What is featured changes with time; it is counted each time.
            if answer.query.subject != .featured { state.totals[totalKey] = answer.total }
            state.bytes += answer.body.readableBytes - (state.answers[key]?.answer.body.readableBytes ?? 0)
            state.clock += 1
            state.answers[key] = (answer, state.clock)
            if state.bytes > capacity { Self.shrink(&state, to: capacity * 3 / 4) }
        }
    }

    private static func shrink(_ state: inout State, to bytes: Int) {
        for (key, kept) in state.answers.sorted(by: { $0.value.used < $1.value.used }) {
            guard state.bytes > bytes else { return }
            state.bytes -= kept.answer.body.readableBytes
            state.answers[key] = nil
        }
    }

    /// Drops what is no longer right.
    func note(_ change: SearchChange) {
        state.withLockedValue { state in
            state.generation += 1
            state.underWay = [:]
            guard case .entry(let before, let after) = change else {
                state.answers = [:]
                state.totals = [:]
                state.bytes = 0
                return
            }
            func matches(_ entry: SearchEntry?, _ query: SearchQuery, _ audiences: [Int64]) -> Bool {
                guard let entry, audiences.contains(entry.audienceID) else { return false }
                return query.matches(entry)
            }
            for (key, kept) in state.answers {
                let query = kept.answer.query
                let did = matches(before, query, key.audiences)
                let does = matches(after, query, key.audiences)
                guard did || does else { continue }
                // What stays in its place changes only the page that shows it.
                if did, does, let before, let after, query.keepsPlace(of: before, as: after),
                    !kept.answer.numbers.contains(after.number)
                {
                    continue
                }
                state.bytes -= kept.answer.body.readableBytes
                state.answers[key] = nil
            }
            for (key, total) in state.totals {
                let did = matches(before, key.query, key.audiences)
                let does = matches(after, key.query, key.audiences)
                guard did != does else { continue }
                // A total that was not counted to its end can't be counted down.
                let isWhole = total < MiniAppListingPage.maximumTotal
                state.totals[key] = isWhole ? total + (does ? 1 : -1) : does ? total : nil
            }
        }
    }

    /// How many answers are kept.
    var count: Int { state.withLockedValue { $0.answers.count } }
}

/// What has changed for searches.
enum SearchChange: Sendable {
    /// A mini app is another than it was.
    case entry(before: SearchEntry?, after: SearchEntry?)
    /// What a super app defines or features.
    case everything
}
