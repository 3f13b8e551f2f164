import AtollNavigation
import AtollUI
import LagoonGatekeeper
import SwiftUI

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
                TextField(localized("Name"), text: $name)
                    .textContentType(.username)
                    #if !os(macOS)
                .textInputAutocapitalization(.never)
                    #endif
                    .autocorrectionDisabled()
                SecureField(localized("Password"), text: $password).textContentType(.password)
                if let problem { Text(verbatim: problem).foregroundStyle(.red) }
                Button(localized("Sign in")) { Task { await signIn() } }
                    .disabled(isWorking || name.isEmpty || password.isEmpty)
            }
            Section {
                FragmentLink(.register, in: navigator) { Text(localized("Register")) }
                FragmentLink(.forgot, in: navigator) { Text(localized("Forgot password")) }
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
