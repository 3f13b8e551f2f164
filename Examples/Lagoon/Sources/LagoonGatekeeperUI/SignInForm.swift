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
    @FocusState private var focus: Field?

    private enum Field: Hashable { case name, password }

    private var isComplete: Bool { !isWorking && !name.isEmpty && !password.isEmpty }

    var body: some View {
        Form {
            Section {
                TextField(localized("Name"), text: $name)
                    .textContentType(.username)
                    #if !os(macOS)
                .textInputAutocapitalization(.never)
                    #endif
                    .autocorrectionDisabled()
                    .submitLabel(.next)
                    .focused($focus, equals: .name)
                    .onSubmit { focus = .password }
                SecureField(localized("Password"), text: $password).textContentType(.password)
                    .submitLabel(.go)
                    .focused($focus, equals: .password)
                    .onSubmit { if isComplete { Task { await signIn() } } }
                if let problem { Text(verbatim: problem).foregroundStyle(.red) }
                Button(localized("Sign in")) { Task { await signIn() } }
                    .disabled(!isComplete)
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
            problem = ErrorMessage.text(for: error)
        }
    }
}
