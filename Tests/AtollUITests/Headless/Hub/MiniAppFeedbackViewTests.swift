import AtollCatalog
import AtollHub
import AtollPackages
import SwiftUI
import Synchronization
import Testing

@testable import AtollUI

@MainActor
@Suite("What users say about a mini app")
struct MiniAppFeedbackViewTests {
    /// A Center for one user, which stores what it receives.
    private final class Source: FeedbackSource {
        struct State {
            var stars: Int?
            var ratings = 0
            var reports: [NewProblemReport] = []
            var error: FeedbackError?
        }
        let state = Mutex(State())

        private func answer(
            _ change: (inout State) -> Void = { _ in }
        ) throws(FeedbackError) -> MiniAppFeedback {
            let state = state.withLock { state in
                if state.error == nil { change(&state) }
                return state
            }
            if let error = state.error { throw error }
            return MiniAppFeedback(
                rating: .init(average: 4.3, count: 27), ownStars: state.stars,
                problems: state.reports.enumerated().map { number, report in
                    ProblemReport(
                        id: report.id, kind: report.kind, text: report.text, reported: Date(timeIntervalSince1970: 0),
                        state: number == 0 ? .answered : .open, answer: number == 0 ? "Mended." : nil)
                })
        }

        func feedback(on id: MiniAppID) async throws(FeedbackError) -> MiniAppFeedback { try answer() }

        func rate(_ id: MiniAppID, stars: Int?, code: Int) async throws(FeedbackError) -> MiniAppFeedback {
            try answer {
                $0.stars = stars
                $0.ratings += 1
            }
        }

        func report(_ problem: NewProblemReport, on id: MiniAppID) async throws(FeedbackError) -> MiniAppFeedback {
            try answer { $0.reports.append(problem) }
        }
    }

    private let source = Source()

    private func stage() -> (Stage, FeedbackModel) {
        let model = FeedbackModel(source, of: MiniAppID("com.example.kudos")!, code: 3, platform: "ios")
        return (Stage(List { MiniAppFeedbackView(model) }), model)
    }

    @Test("A tap on a star rates, and a button takes it back")
    func rates() async throws {
        let (stage, model) = stage()
        #expect(await stage.until { stage.shows("4.3 ★ (27)") })
        try stage.tap("stars-4")
        #expect(await stage.until { model.feedback?.ownStars == 4 })
        #expect(stage.element("4 stars") != nil)
        try stage.tap("stars-4")
        #expect(await stage.until { source.state.withLock { $0.ratings } == 2 && !model.isBusy })
        #expect(model.feedback?.ownStars == 4, "the same again changes nothing")
        try stage.tap("Remove my rating")
        #expect(await stage.until { model.feedback?.ownStars == nil })
    }

    @Test("A report is sent, stays listed with its answer, and keeps its words while it can't be sent")
    func reports() async throws {
        let (stage, model) = stage()
        #expect(await stage.until { stage.shows("27") })
        try stage.tap("Report a problem")
        #expect(stage.element("Send the report", .button)?.isEnabled == false, "there is nothing to send yet")
        try stage.type("  It stops.\n", into: "What happened?")
        try stage.tap("The information is wrong")
        source.state.withLock { $0.error = .catalog(.network("no connection")) }
        try stage.tap("Send the report")
        #expect(await stage.until { stage.shows("Check the connection") })
        #expect(model.text == "  It stops.\n")
        source.state.withLock { $0.error = nil }
        try stage.tap("Send the report")
        #expect(await stage.until { stage.shows("Mended.") })
        #expect(stage.shows("It stops.") && stage.shows("Your reports") && stage.element("Send the report") == nil)
        let sent = source.state.withLock { $0.reports }
        #expect(sent.map(\.text) == ["It stops."] && sent.map(\.kind) == [.incorrect] && sent.first?.code == 3)
        #expect(model.text.isEmpty)
    }

    @Test("Too many words, or none, are not sent")
    func limits() async {
        let (_, model) = stage()
        for text in ["", " \n ", String(repeating: "é", count: ProblemReport.maximumText + 1)] {
            model.text = text
            #expect(!model.canSend)
            #expect(await !model.send())
        }
        model.text = String(repeating: "é", count: ProblemReport.maximumText)
        #expect(model.canSend)
        #expect(source.state.withLock { $0.reports.isEmpty })
    }
}
