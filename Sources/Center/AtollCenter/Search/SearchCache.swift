import AtollCenterDomain
import AtollPackages
import Foundation
import NIOConcurrencyHelpers
import NIOCore

/// A cache of recent search results. A change drops the results that it affects, and retains all others.
final class SearchCache: Sendable {
    /// The inputs of a result, in addition to the mini apps.
    struct Key: Hashable {
        /// The query of the URL, as sent.
        let address: String
        let superApp: String
        /// The audiences that the visitor is part of.
        let audiences: [Int64]
    }

    /// A result, ready to be sent.
    struct Answer: Sendable {
        let query: SearchQuery
        let total: Int
        let body: ByteBuffer
        let expires: Date?
        let mayBeKept: Bool
        /// The numbers of the entries on the page.
        let numbers: Set<Int64>
    }

    private struct TotalKey: Hashable {
        let query: SearchQuery
        let audiences: [Int64]
        let superApp: String
    }

    private struct State {
        var answers: [Key: (answer: Answer, used: UInt64, bytes: Int)] = [:]
        var totals: [TotalKey: Int] = [:]
        /// The approximate size of the keys of totals, in bytes.
        var totalBytes = 0
        var underWay: [Key: Task<Answer, any Error>] = [:]
        var bytes = 0
        /// Incremented with each use, to find the least recently used result.
        var clock: UInt64 = 0
        /// Incremented with each change: a result that was read before a change is not cached after it.
        var generation: UInt64 = 0
    }

    private let state = NIOLockedValueBox(State())
    private let capacity: Int
    private let maximumCount: Int

    /// The approximate size of an entry without its texts, in bytes: tables, references, numbers.
    private static let overhead = 1_024
    /// The maximum number of totals, and the maximum size of their keys in bytes.
    private static let maximumTotals = 10_000
    private static let maximumTotalBytes = 4 * 1024 * 1024

    /// - Parameters:
    ///   - capacity: The maximum size of the cached results and their keys, in bytes.
    ///   - maximumCount: The maximum number of results.
    init(capacity: Int = 32 * 1024 * 1024, maximumCount: Int = 5_000) {
        self.capacity = capacity
        self.maximumCount = maximumCount
    }

    /// The result of a search; equal searches at the same time share one lookup.
    ///
    /// - Parameters:
    ///   - key: The search.
    ///   - now: The current time, by which results expire.
    ///   - parse: Parses the query; called only if the result is not cached.
    ///   - find: Looks the result up; receives the total, if known.
    func answer(
        to key: Key, at now: Date, parse: () async throws -> SearchQuery,
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
        let query = try await parse()
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
                            mayBeKept: page.mayBeKept, numbers: page.numbers)
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
            // A change in the meantime has already removed this search from those in progress.
            guard state.generation == generation else { return }
            state.underWay[key] = nil
            guard case .success(let answer) = result, answer.mayBeKept else { return }
            // The featured mini apps change over time, so they are counted each time.
            if answer.query.subject != .featured { Self.keep(answer.total, totalKey, in: &state) }
            // The parsed query contains the texts of the URL again, and so does the key of its total.
            let bytes =
                answer.body.readableBytes + 4 * key.address.utf8.count + 16 * answer.numbers.count + Self.overhead
            state.bytes += bytes - (state.answers[key]?.bytes ?? 0)
            state.clock += 1
            state.answers[key] = (answer, state.clock, bytes)
            if state.bytes > capacity || state.answers.count > maximumCount {
                Self.shrink(&state, to: capacity * 3 / 4, maximumCount * 3 / 4)
            }
        }
    }

    private static func bytes(of key: TotalKey) -> Int { key.query.textBytes + overhead / 4 }

    private static func keep(_ total: Int, _ key: TotalKey, in state: inout State) {
        if state.totals.updateValue(total, forKey: key) == nil {
            state.totalBytes += bytes(of: key)
        }
        guard state.totals.count > maximumTotals || state.totalBytes > maximumTotalBytes else { return }
        (state.totals, state.totalBytes) = ([:], 0)
    }

    /// Drops the least recently used results.
    private static func shrink(_ state: inout State, to bytes: Int, _ count: Int) {
        for (key, kept) in state.answers.sorted(by: { $0.value.used < $1.value.used }) {
            guard state.bytes > bytes || state.answers.count > count else { return }
            state.bytes -= kept.bytes
            state.answers[key] = nil
        }
    }

    /// Drops the results that a change affects, and updates the totals.
    func note(_ change: SearchChange) {
        state.withLockedValue { state in
            state.generation += 1
            state.underWay = [:]
            guard case .entry(let before, let after) = change else {
                state.answers = [:]
                (state.totals, state.totalBytes) = ([:], 0)
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
                // An entry that stays in its place affects only the page that shows it.
                if did, does, let before, let after, query.keepsPlace(of: before, as: after),
                    !kept.answer.numbers.contains(after.number)
                {
                    continue
                }
                state.bytes -= kept.bytes
                state.answers[key] = nil
            }
            for (key, total) in state.totals {
                let did = matches(before, key.query, key.audiences)
                let does = matches(after, key.query, key.audiences)
                guard did != does else { continue }
                // A total at the limit of counting is not exact, so it can't be decremented.
                let isWhole = total < MiniAppListingPage.maximumTotal
                state.totals[key] = isWhole ? total + (does ? 1 : -1) : does ? total : nil
                if state.totals[key] == nil { state.totalBytes -= Self.bytes(of: key) }
            }
        }
    }

    /// The number of cached results.
    var count: Int { state.withLockedValue { $0.answers.count } }
    /// The approximate size of the cached results and their keys, in bytes.
    var bytes: Int { state.withLockedValue { $0.bytes } }
}
