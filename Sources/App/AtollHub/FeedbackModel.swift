import AtollCatalog
import AtollPackages
import Foundation
import Observation

/// The feedback on a mini app, and the user's own, for a screen.
///
/// ```swift
/// let model = FeedbackModel(catalog, of: listing.id, code: listing.version.code)
/// await model.load()
/// await model.rate(5)
/// ```
@MainActor
@Observable
public final class FeedbackModel {
    /// The mini app that it is about.
    public let id: MiniAppID
    /// The feedback; `nil` before it was loaded.
    public private(set) var feedback: MiniAppFeedback?
    /// Why the last call failed; nil if it did not.
    public private(set) var error: FeedbackError?
    /// Whether a call is under way.
    public private(set) var isBusy = false
    /// The subject of the user's report.
    public var kind = ProblemReport.Kind.broken
    /// The text that the user has written so far. It stays if it can't be sent.
    public var text = ""

    private let code: Int
    private let platform: String
    private let source: any FeedbackSource
    /// The id of the report that the user writes: one whose answer was lost is not sent twice.
    private var report = NewProblemReport.newID()

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - source: What is asked and told.
    ///   - id: The mini app.
    ///   - code: The code of the version that the user has.
    ///   - platform: One of `UsageReport.platforms`.
    public init(
        _ source: any FeedbackSource, of id: MiniAppID, code: Int, platform: String = UsageLog.ownPlatform
    ) {
        self.id = id
        self.code = code
        self.platform = platform
        self.source = source
    }

    /// Whether what the user has written can be sent.
    public var canSend: Bool {
        !isBusy && (1...ProblemReport.maximumText).contains(written.unicodeScalars.count)
    }

    private var written: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Loads the feedback.
    public func load() async {
        await perform { [source, id] () async throws(FeedbackError) in try await source.feedback(on: id) }
    }

    /// Gives 1 to 5 stars, or takes them back with nil.
    public func rate(_ stars: Int?) async {
        guard stars.map(NewRating.starRange.contains) ?? true else { return }
        await perform { [source, id, code] () async throws(FeedbackError) in
            try await source.rate(id, stars: stars, code: code)
        }
    }

    /// Sends what the user has written.
    ///
    /// - Returns: Whether it was taken; ``text`` is empty then, unless the user has gone on writing.
    @discardableResult
    public func send() async -> Bool {
        guard canSend else { return false }
        let sent = text
        let new = NewProblemReport(id: report, kind: kind, text: written, code: code, platform: platform)
        let isTaken = await perform { [source, id] () async throws(FeedbackError) in
            try await source.report(new, on: id)
        }
        guard isTaken else { return false }
        report = NewProblemReport.newID()
        if text == sent { text = "" }
        return true
    }

    @discardableResult
    private func perform(
        _ call: @Sendable () async throws(FeedbackError) -> MiniAppFeedback
    ) async -> Bool {
        guard !isBusy else { return false }
        isBusy = true
        defer { isBusy = false }
        do throws(FeedbackError) {
            feedback = try await call()
            error = nil
            return true
        } catch {
            // A user who has left the screen is not notified.
            if !Task.isCancelled { self.error = error }
            return false
        }
    }
}
