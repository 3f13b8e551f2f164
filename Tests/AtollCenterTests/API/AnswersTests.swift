import AtollCenterAPI
import AtollPublishing
import Foundation
import Testing

/// How the console, the command and others decode the Center's answers.
@Suite("Answers")
struct AnswersTests {
    private static func period(_ state: String) -> Data {
        Data(#"{"miniApp": "com.example.kudos", "from": "x", "to": "y", "state": "\#(state)"}"#.utf8)
    }

    @Test("An answer with a state or a role that is unknown is an error, not a text that is passed on")
    func unknownWords() throws {
        let known = try CenterClient.decode(Self.period("active"), as: FeaturedPeriodView.self)
        #expect(known.state == .active)
        #expect(throws: PublishingFailure.unexpectedAnswer) {
            try CenterClient.decode(Self.period("frozen"), as: FeaturedPeriodView.self)
        }
        #expect(throws: PublishingFailure.unexpectedAnswer) {
            try CenterClient.decode(Data(#"{"role": "emperor"}"#.utf8), as: AssignedRole.self)
        }
        #expect(throws: PublishingFailure.unexpectedAnswer) {
            try CenterClient.decode(Data(#"{"state": "melted", "revision": 1}"#.utf8), as: UploadedView.self)
        }
    }
}
