import AtollHome
import AtollPages
import Foundation
import LagoonToday

/// The cards of all modules of Today.
struct TodayCards: Sendable {
    /// The values that a card is rendered from.
    struct Place: Sendable {
        let module: TodayModule
        let context: PageContext<TodayScreen>
        let date: Date
        let calendar: Calendar
        let state: TodayState
        let miniApp: TodayOptions.MiniAppCard?

        var words: TodayWords? {
            TodayWords(for: module, cycle: state.cycle, date: date, calendar: calendar)
        }

        var schedule: LiveSchedule { LiveSchedule(workouts: Workout.all, calendar: calendar) }
    }

    typealias Content = HomeContent<TodayModule, @Sendable (Place) -> HomeCard?>

    let content: Content

    init(_ templates: Templates) {
        // In no particular order: the rules decide about the order.
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

    private struct Card: Encodable, Sendable {
        let picture: String
        let title: String
        let texts: [String]
        let rows: [Row]
        let links: [Link]
        let deeds: [Deed]
        // Templates can't test whether a list is empty.
        let hasRows: Bool
        let hasDeeds: Bool

        init(
            _ words: TodayWords, picture: String, rows: [Row] = [], links: [Link] = [], deeds: [Deed] = []
        ) {
            self.picture = picture
            title = words.title
            texts = words.text.map { [$0] } ?? []
            self.rows = rows
            self.links = links
            self.deeds = deeds
            hasRows = !rows.isEmpty
            hasDeeds = !links.isEmpty || !deeds.isEmpty
        }
    }

    private struct Row: Encodable, Sendable {
        let address: String
        let time: String?
        let title: String
        let detail: String
    }

    private struct Link: Encodable, Sendable {
        let address: String
        let title: String
        let isPrimary: Bool
    }

    private struct Deed: Encodable, Sendable {
        let address: String
        let title: String
        let isPrimary: Bool
        let back: String
        /// The chosen value, which the form sends in the field `value`.
        var value = ""
    }

    private static func render(_ card: Card, _ templates: Templates, isDismissible: Bool = false) -> HomeCard {
        HomeCard(card.title, templates.render("card", card), isDismissible: isDismissible)
    }

    private static func plan(_ place: Place, _ templates: Templates) -> HomeCard? {
        guard let words = place.words else { return nil }
        let address = place.context.address(presenting: .plan) ?? place.context.current
        guard place.module == .plan(.introduction) else {
            let link = Link(address: address, title: localized("See how it works"), isPrimary: false)
            return render(Card(words, picture: TodayPictures.plan, links: [link]), templates)
        }
        let deed = Deed(
            address: TodayAction.openIntroduction.address, title: localized("Show me how it works"), isPrimary: true,
            back: address
        )
        return render(Card(words, picture: TodayPictures.plan, deeds: [deed]), templates)
    }

    private struct Stats: Encodable, Sendable {
        let title: String
        let text: String?
        let picture: String
        let action: String
        let back: String
    }

    private static func stats(_ place: Place, _ templates: Templates) -> HomeCard? {
        guard let words = place.words else { return nil }
        let stats = Stats(
            title: words.title, text: words.text, picture: TodayPictures.scale, action: TodayAction.stats.address,
            back: place.context.current)
        return HomeCard(words.title, templates.render("stats", stats))
    }

    private static func lives(_ place: Place, _ templates: Templates) -> HomeCard? {
        guard let words = place.words, case .lives(let lives) = place.module else { return nil }
        func address(_ workout: Workout) -> String {
            place.context.address(presenting: .live(workout.id)) ?? ""
        }
        guard lives != .now else {
            guard let workout = place.schedule.onAir(place.date) else { return nil }
            let link = Link(address: address(workout), title: localized("Join \(workout.coach)"), isPrimary: true)
            return render(Card(words, picture: TodayPictures.live, links: [link]), templates)
        }
        let rows = place.schedule.listed(place.date, for: lives).map { workout in
            Row(
                address: address(workout), time: workout.time, title: workout.title,
                detail: localized("\(workout.minutes) minutes with \(workout.coach)"))
        }
        return render(Card(words, picture: TodayPictures.live, rows: rows), templates)
    }

    private static func planner(_ place: Place, _ templates: Templates) -> HomeCard? {
        guard let words = place.words else { return nil }
        func deed(_ name: String, _ title: String, _ isPrimary: Bool) -> Deed {
            Deed(address: name, title: title, isPrimary: isPrimary, back: place.context.current)
        }
        let deeds =
            switch place.module {
            case .planner(.empty):
                Workout.all.map { workout in
                    Deed(
                        address: TodayAction.planWorkouts.address, title: "\(workout.time) \(workout.title)",
                        isPrimary: false, back: place.context.current, value: workout.id)
                } + [deed(TodayAction.planWorkouts.address, localized("On my own"), false)]
            case .planner(.noMeals):
                [
                    deed(TodayAction.planMeals.address, localized("Plan these meals"), true),
                    deed(TodayAction.clearPlan.address, localized("Start again"), false),
                ]
            default: [deed(TodayAction.clearPlan.address, localized("Change my plan"), false)]
            }
        let rows = place.module == .planner(.empty) ? [] : plan(place)
        return render(Card(words, picture: TodayPictures.calendar, rows: rows, deeds: deeds), templates)
    }

    /// The planned workout and meals, or those on offer.
    private static func plan(_ place: Place) -> [Row] {
        let workout = place.state.plannedWorkout.flatMap(Workout.find).map { workout in
            Row(
                address: place.context.address(presenting: .live(workout.id)) ?? "", time: workout.time,
                title: workout.title, detail: localized("\(workout.minutes) minutes with \(workout.coach)"))
        }
        let meals = zip([localized("Breakfast"), localized("Lunch"), localized("Dinner")], Recipe.meals).map {
            meal, recipe in
            Row(
                address: place.context.address(presenting: .recipe(recipe.id)) ?? "", time: nil, title: recipe.title,
                detail: localized("\(meal), \(recipe.minutes) minutes"))
        }
        return [workout].compactMap(\.self) + meals
    }

    private static func recipe(_ place: Place, _ templates: Templates) -> HomeCard? {
        guard let words = place.words, case .inspiration(.recipe(let kind)) = place.module,
            let recipe = Recipe.ofTheDay(place.date, in: place.calendar, kind)
        else { return nil }
        let address = place.context.address(presenting: .recipe(recipe.id)) ?? ""
        let link = Link(address: address, title: localized("Cook it"), isPrimary: false)
        return render(Card(words, picture: TodayPictures.bowl, links: [link]), templates, isDismissible: true)
    }

    private static func miniApp(_ place: Place, _ templates: Templates) -> HomeCard? {
        place.miniApp.map {
            HomeCard($0.name, templates.render("mini-app-card", $0), isDismissible: true)
        }
    }
}
