import AtollUI
import LagoonGatekeeperUI
import LagoonScreens
import SwiftUI

/// The app: the gatekeeper until a user is signed in, then the dashboard.
public struct LagoonView: View {
    private let model: LagoonModel

    /// - Parameter model: The model of the scene.
    public init(_ model: LagoonModel) { self.model = model }

    public var body: some View {
        Group {
            if model.user == nil {
                GatekeeperView(model, in: model.gatekeeper)
            } else {
                DashboardView(model: model)
            }
        }
        .onChange(of: model.services.user, initial: true) { _, _ in model.follow() }
        .task { await model.countSteps() }
        .navigationProblems(of: model.navigator)
        .links(model.opener)
    }
}
