import AtollNavigation
import AtollUI
import LagoonGatekeeper
import SwiftUI

/// What the gatekeeper needs of the app around it.
@MainActor
public protocol Gatekeeping: AnyObject, Observable {
    /// Signs somebody in.
    ///
    /// - Throws: An error whose description a person can act on.
    func signIn(name: String, password: String) async throws
    /// Where somebody registers, or chooses another password: the super app's web site.
    func address(of screen: GatekeeperScreen) -> URL?
}

/// Signing in, and the ways to registering and to another password.
public struct GatekeeperView<Keeper: Gatekeeping>: View {
    private let keeper: Keeper
    private let navigator: Navigator<GatekeeperScreen>

    public init(_ keeper: Keeper, in navigator: Navigator<GatekeeperScreen>) {
        self.keeper = keeper
        self.navigator = navigator
    }

    public var body: some View {
        FragmentStack(.signIn, in: navigator) { place in
            switch place.fragment {
            case .signIn: SignInForm(keeper: keeper, navigator: navigator)
            case .register:
                ElsewhereView(title: "Register", address: keeper.address(of: .register), navigator: navigator)
            case .forgot, .reset:
                ElsewhereView(title: "Forgot password", address: keeper.address(of: .forgot), navigator: navigator)
            }
        }
    }
}

struct SignInForm<Keeper: Gatekeeping>: View {
    let keeper: Keeper
    let navigator: Navigator<GatekeeperScreen>
    @State private var name = ""
    @State private var password = ""
    @State private var problem: String?
    @State private var isWorking = false

    var body: some View {
        Form {
            Section {
                TextField("Name", text: $name)
                    .textContentType(.username)
                    #if !os(macOS)
                .textInputAutocapitalization(.never)
                    #endif
                    .autocorrectionDisabled()
                SecureField("Password", text: $password).textContentType(.password)
                if let problem { Text(verbatim: problem).foregroundStyle(.red) }
                Button("Sign in") { Task { await signIn() } }
                    .disabled(isWorking || name.isEmpty || password.isEmpty)
            }
            Section {
                FragmentLink(.register, in: navigator) { Text("Register") }
                FragmentLink(.forgot, in: navigator) { Text("Forgot password") }
            }
        }
        .navigationTitle("Lagoon")
    }

    private func signIn() async {
        isWorking = true
        defer { isWorking = false }
        problem = nil
        do {
            try await keeper.signIn(name: name, password: password)
            password = ""
        } catch {
            problem = "\(error)"
        }
    }
}

/// What is done on the super app's web site.
struct ElsewhereView: View {
    let title: LocalizedStringKey
    let address: URL?
    let navigator: Navigator<GatekeeperScreen>
    @Environment(\.openURL) private var openURL

    var body: some View {
        ContentUnavailableView {
            Label(title, systemImage: "safari")
        } description: {
            Text("This is done on Lagoon's web site. Come back to sign in.")
        } actions: {
            if let address { Button("Open the web site") { openURL(address) } }
            Button("Sign in") { navigator.present(.signIn) }
        }
        .navigationTitle(title)
    }
}
