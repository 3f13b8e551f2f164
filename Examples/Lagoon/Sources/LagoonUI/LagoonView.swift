import AtollUI
import LagoonGatekeeperUI
import LagoonScreens
import SwiftUI

/// Lagoon: who nobody has let in yet sees the gatekeeper, everybody else the dashboard.
public struct LagoonView: View {
    private let model: LagoonModel

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
        .navigationProblems(of: model.navigator)
        .links(model.opener)
    }
}
