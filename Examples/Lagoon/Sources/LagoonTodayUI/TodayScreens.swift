import AtollNavigation
import AtollUI
import LagoonToday
import SwiftUI

/// Today, and what its cards lead to.
public struct TodayScreens: View {
    private let model: TodayModel
    private let navigator: Navigator<TodayScreen>

    public init(_ model: TodayModel, in navigator: Navigator<TodayScreen>) {
        self.model = model
        self.navigator = navigator
    }

    public var body: some View {
        FragmentStack(.today, in: navigator) { place in
            switch place.fragment {
            case .today: TodayHomeScreen(model: model, navigator: navigator)
            case .live: LiveScreen(id: place.id, model: model, navigator: navigator)
            case .plan: PlanScreen()
            case .recipe: RecipeScreen(id: place.id)
            }
        }
    }
}
