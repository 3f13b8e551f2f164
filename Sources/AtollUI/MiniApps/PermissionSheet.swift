import AtollPackages
import AtollRuntime
import SwiftUI

/// Asks the user what a mini app may do: each thing by itself, with the reason that its publisher has given. Nothing is allowed without
/// being chosen.
public struct PermissionSheet: View {
    private let name: String
    private let permissions: [Manifest.Permission]
    private let decide: @MainActor ([String: PermissionLedger.Decision]) -> Void
    @State private var allowed: Set<String> = []

    public init(
        name: String, permissions: [Manifest.Permission],
        decide: @escaping @MainActor ([String: PermissionLedger.Decision]) -> Void
    ) {
        self.name = name
        self.permissions = permissions
        self.decide = decide
    }

    public var body: some View {
        Form {
            Section {
                ForEach(permissions, id: \.name) { permission in
                    Toggle(isOn: isAllowed(permission.name)) {
                        VStack(alignment: .leading) {
                            Text(verbatim: permission.name)
                            if let reason = permission.reason {
                                Text(verbatim: reason).font(.footnote).foregroundStyle(.secondary)
                            }
                        }
                    }
                }
            } header: {
                Text(verbatim: "\(name) would like to use")
            } footer: {
                Text("You can take back what you allow in your profile at any time.")
            }
            Section {
                Button("Continue") {
                    decide(
                        Dictionary(
                            uniqueKeysWithValues: permissions.map {
                                ($0.name, allowed.contains($0.name) ? .granted : .denied)
                            }))
                }
            }
        }
    }

    private func isAllowed(_ name: String) -> Binding<Bool> {
        Binding { @MainActor in
            allowed.contains(name)
        } set: { @MainActor isAllowed in
            if isAllowed { allowed.insert(name) } else { allowed.remove(name) }
        }
    }
}
