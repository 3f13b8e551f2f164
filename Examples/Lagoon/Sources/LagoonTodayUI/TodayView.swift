import AtollNavigation
import AtollUI
import LagoonToday
import SwiftUI

/// A screen of Today, for use in a stack: Today itself, or a page that one of its cards opens.
public struct TodayView: View {
    private let screen: TodayScreen
    private let model: TodayModel
    private let navigator: Navigator<TodayScreen>

    /// - Parameters:
    ///   - screen: The screen to show.
    ///   - model: The model of Today.
    ///   - navigator: The navigator of the feature.
    public init(_ screen: TodayScreen, _ model: TodayModel, in navigator: Navigator<TodayScreen>) {
        self.screen = screen
        self.model = model
        self.navigator = navigator
    }

    public var body: some View {
        switch screen {
        case .today: TodayHomeView(model: model, navigator: navigator)
        case .live(let id): LiveWorkoutView(id: id, model: model, navigator: navigator)
        case .plan: PlanView()
        case .recipe(let id): RecipeView(id: id, navigator: navigator)
        }
    }
}
