import AtollNavigation
import AtollUI
import LagoonGatekeeper
import SwiftUI

/// The sign-in form, with links to registering and to resetting the password.
public struct GatekeeperView<Keeper: Gatekeeping>: View {
    private let keeper: Keeper
    private let navigator: Navigator<GatekeeperScreen>

    /// - Parameters:
    ///   - keeper: Signs users in.
    ///   - navigator: The navigator of the feature.
    public init(_ keeper: Keeper, in navigator: Navigator<GatekeeperScreen>) {
        self.keeper = keeper
        self.navigator = navigator
    }

    public var body: some View {
        FragmentStack(.signIn, in: navigator) { screen in
            switch screen {
            case .signIn: SignInForm(keeper: keeper, navigator: navigator)
            case .register, .confirm:
                ElsewhereView(
                    title: localized("Register"), address: keeper.address(of: .register), navigator: navigator)
            case .forgot, .reset:
                ElsewhereView(
                    title: localized("Forgot password"), address: keeper.address(of: .forgot), navigator: navigator)
            }
        }
    }
}
