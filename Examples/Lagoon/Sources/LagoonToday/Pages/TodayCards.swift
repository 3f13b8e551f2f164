import AtollHome
import AtollPages
import Foundation

/// What each module of Today is shown with.
struct TodayCards: Sendable {
    /// What a card is made from.
    struct Place: Sendable {
        let module: TodayModule
        let context: PageContext<TodayScreen>
        let date: Date
        let calendar: Calendar
        let state: TodayState
        let miniApp: TodayOptions.MiniAppCard?
    }

    typealias Content = HomeContent<TodayModule, @Sendable (Place) -> HomeCard?>

    let content: Content

    init(_ templates: Templates) {
        // In no particular order: the rules say which one comes when.
        content = Content {
            HomeItem({ Self.plan($0, templates) }, for: [.plan(.introduction), .plan(.details)])
            HomeItem({ Self.stats($0, templates) }, for: [.addStartingStats])
            HomeItem({ Self.lives($0, templates) }, for: [.lives(.now), .lives(.today), .lives(.upcoming)])
            HomeItem(
                { Self.planner($0, templates) }, for: [.planner(.empty), .planner(.noMeals), .planner(.fullyPlanned)])
            HomeItem(
                { Self.recipe($0, templates) }, for: [.inspiration(.recipe(.general)), .inspiration(.recipe(.refuel))])
            HomeItem({ Self.miniApp($0, templates) }, for: [.miniApp])
        }
    }

    private struct Card: Sendable {
        let picture: String
        let title: String
        let texts: [String]
        let rows: [Row]
        let links: [Link]
        let deeds: [Deed]
        // The template can't ask whether there is anything in a list.
        let hasRows: Bool
        let hasDeeds: Bool

        init(
            picture: String, title: String, texts: [String], rows: [Row] = [], links: [Link] = [], deeds: [Deed] = []
        ) {
            self.picture = picture
            self.title = title
            self.texts = texts
            self.rows = rows
            self.links = links
            self.deeds = deeds
            hasRows = !rows.isEmpty
            hasDeeds = !links.isEmpty || !deeds.isEmpty
        }
    }

    private struct Row: Sendable {
        let address: String
        let time: String
        let title: String
        let detail: String
    }

    private struct Link: Sendable {
        let address: String
        let title: String
        let isPrimary: Bool
    }

    private struct Deed: Sendable {
        let address: String
        let title: String
        let isPrimary: Bool
        let back: String
    }

    private static func render(_ card: Card, _ templates: Templates, isDismissible: Bool = false) -> HomeCard {
        HomeCard(card.title, templates.render("card", card), isDismissible: isDismissible)
    }

    private static func plan(_ place: Place, _ templates: Templates) -> HomeCard? {
        let address = place.context.address(presenting: .plan) ?? place.context.current
        guard place.module == .plan(.introduction) else {
            return render(
                Card(
                    picture: TodayPictures.plan, title: "Your plan, cycle \(place.state.cycle)",
                    texts: ["28 days, one workout and three meals a day."],
                    links: [Link(address: address, title: "See how it works", isPrimary: false)]), templates)
        }
        return render(
            Card(
                picture: TodayPictures.plan, title: "Welcome to your plan",
                texts: [
                    "28 days that fit you: what you train, what you eat, and when you rest. It takes two minutes to read."
                ],
                deeds: [
                    Deed(
                        address: TodayActions.openIntroduction, title: "Show me how it works", isPrimary: true,
                        back: address)
                ]), templates)
    }

    private struct Stats: Sendable {
        let picture: String
        let action: String
        let back: String
    }

    private static func stats(_ place: Place, _ templates: Templates) -> HomeCard? {
        HomeCard(
            "Where do you start from?",
            templates.render(
                "stats",
                Stats(
                    picture: TodayPictures.scale, action: TodayActions.stats, back: place.context.current)))
    }

    private static func lives(_ place: Place, _ templates: Templates) -> HomeCard? {
        let schedule = LiveSchedule(workouts: Workout.all, calendar: place.calendar)
        func row(_ workout: Workout) -> Row {
            Row(
                address: place.context.address(presenting: .live, id: .string(workout.id)) ?? "", time: workout.time,
                title: workout.title, detail: "\(workout.minutes) minutes with \(workout.coach)")
        }
        switch place.module {
        case .lives(.now):
            // A demo can have one at any time.
            guard let workout = schedule.now(place.date) ?? Workout.all.last else { return nil }
            let address = place.context.address(presenting: .live, id: .string(workout.id)) ?? ""
            return render(
                Card(
                    picture: TodayPictures.live, title: "Live now: \(workout.title)",
                    texts: ["\(workout.coach) has begun at \(workout.time). You can still come in."],
                    links: [Link(address: address, title: "Join \(workout.coach)", isPrimary: true)]), templates)
        case .lives(.today):
            let later = schedule.later(place.date)
            return render(
                Card(
                    picture: TodayPictures.live, title: "Live today", texts: [],
                    rows: (later.isEmpty ? Workout.all : later).map(row)), templates)
        default:
            return render(
                Card(
                    picture: TodayPictures.live, title: "Live tomorrow", texts: ["Today's are over. Sleep well."],
                    rows: Workout.all.map(row)), templates)
        }
    }

    private static func planner(_ place: Place, _ templates: Templates) -> HomeCard? {
        let back = place.context.current
        func deed(_ name: String, _ title: String, _ isPrimary: Bool) -> Deed {
            Deed(address: name, title: title, isPrimary: isPrimary, back: back)
        }
        let card =
            switch place.module {
            case .planner(.empty):
                Card(
                    picture: TodayPictures.calendar, title: "Plan your day",
                    texts: ["When will you train today? Those who decide in the morning do it."],
                    deeds: [deed(TodayActions.planWorkouts, "Plan my workout", true)])
            case .planner(.noMeals):
                Card(
                    picture: TodayPictures.calendar, title: "Your workout is planned",
                    texts: ["What will you eat? Three meals, and the list for the shop is made."],
                    deeds: [
                        deed(TodayActions.planMeals, "Plan my meals", true),
                        deed(TodayActions.clearPlan, "Start again", false),
                    ])
            default:
                Card(
                    picture: TodayPictures.calendar, title: "Your day is planned",
                    texts: ["A workout and three meals. All you have to do is follow."],
                    deeds: [deed(TodayActions.clearPlan, "Change my plan", false)])
            }
        return render(card, templates)
    }

    private static func recipe(_ place: Place, _ templates: Templates) -> HomeCard? {
        let refuels = place.module == .inspiration(.recipe(.refuel))
        let recipes = Recipe.all.filter { $0.refuels == refuels }
        let day = place.calendar.ordinality(of: .day, in: .era, for: place.date) ?? 0
        guard !recipes.isEmpty else { return nil }
        let recipe = recipes[day % recipes.count]
        let address = place.context.address(presenting: .recipe, id: .string(recipe.id)) ?? ""
        return render(
            Card(
                picture: TodayPictures.bowl, title: refuels ? "Refuel: \(recipe.title)" : recipe.title,
                texts: [
                    refuels
                        ? "You have trained. This gives you back what it took, in \(recipe.minutes) minutes."
                        : "On the table in \(recipe.minutes) minutes."
                ],
                links: [Link(address: address, title: "Cook it", isPrimary: false)]), templates, isDismissible: true)
    }

    private static func miniApp(_ place: Place, _ templates: Templates) -> HomeCard? {
        place.miniApp.map {
            HomeCard($0.name, templates.render("mini-app-card", $0), isDismissible: true)
        }
    }
}
