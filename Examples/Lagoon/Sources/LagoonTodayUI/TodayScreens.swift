import AtollNavigation
import AtollUI
import LagoonToday
import SwiftUI

/// Today, and what its cards lead to: a screen at a time, for a stack.
public struct TodayScreens: View {
    private let screen: TodayScreen
    private let model: TodayModel
    private let navigator: Navigator<TodayScreen>

    public init(_ screen: TodayScreen, _ model: TodayModel, in navigator: Navigator<TodayScreen>) {
        self.screen = screen
        self.model = model
        self.navigator = navigator
    }

    public var body: some View {
        switch screen {
        case .today: TodayHomeScreen(model: model, navigator: navigator)
        case .live(let id): LiveScreen(id: id, model: model, navigator: navigator)
        case .plan: PlanScreen()
        case .recipe(let id): RecipeScreen(id: id, navigator: navigator)
        }
    }
}
