import AtollNavigation
import AtollPackages
import AtollPages
import Foundation
import LagoonToday

/// What lies over every feature: the sheet to write something, and the player of a live workout.
struct OverlayPages: Sendable {
    private let templates: Templates

    init() throws {
        templates = try Templates(in: .module)
    }

    var stylesheet: String? { templates.text("overlays.css") }

    private struct Compose: Sendable {
        let kudos: String?
        let expense: String?
    }

    /// The sheet leads to the mini apps in which one writes.
    ///
    /// - Parameter miniApp: The fragment of each mini app in its frame.
    func compose<F: Fragment>(_ context: PageContext<F>, miniApp: (MiniAppID) -> F) -> Page {
        func address(_ id: String, _ page: String) -> String? {
            // By way of the hub, as a user would go.
            MiniAppID(id).flatMap { context.address(of: .go(miniApp($0)), rest: ["pages", page]) }
        }
        return Page(
            "Write something",
            templates.render(
                "compose",
                Compose(
                    kudos: address("com.example.kudos", "give"),
                    expense: context.facts.contains(.role("Sales")) ? address("com.example.expenses", "edit") : nil
                )
            ),
            placement: .sheet
        )
    }

    private struct Player: Sendable {
        let coach: String
        let minutes: Int
        let exercise: String
        let next: String?
    }

    func player(of id: Workout.ID) throws -> Page {
        guard let workout = Workout.find(id) else {
            throw PageError.notFound("There is no such workout.")
        }
        return Page(
            workout.title,
            templates.render(
                "player",
                Player(
                    coach: workout.coach, minutes: workout.minutes, exercise: workout.exercises.first ?? "",
                    next: workout.exercises.dropFirst().first
                )
            ),
            placement: .cover
        )
    }
}
