import AtollNavigation
import AtollPackages
import AtollPages
import Foundation
import LagoonHub
import LagoonScreens
import LagoonToday

/// The app's own pages: the sheet in which users write something, and the player of a live workout.
struct OverlayPages: Sendable {
    private let templates: Templates

    init() throws {
        templates = try Templates(in: .module)
    }

    /// The pages as part of an app.
    func mounted<F: Fragment>(_ screens: LagoonEmbeddings<F>) -> MountedFeature<F> {
        MountedFeature(
            own: "overlays", shows: { screens.frame.extract($0) != nil },
            pages: Pages { context in
                switch screens.frame.extract(context.place) {
                case .overlay(.compose): compose(context) { screens.hub.embed(.miniApp($0)) }
                case .overlay(.player(let id)): try player(of: id)
                case .splash, .dashboard, nil: .nothing
                }
            },
            templates: templates)
    }

    private struct Compose: Sendable {
        let kudos: String?
        let expense: String?
    }

    /// The sheet with links to the mini apps in which users write.
    private func compose<F: Fragment>(_ context: PageContext<F>, miniApp: (MiniAppID) -> F) -> Page {
        func address(_ id: String, _ page: String) -> String? {
            // By way of the hub, like a user.
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

    private func player(of id: Workout.ID) throws -> Page {
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
