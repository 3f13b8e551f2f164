import AtollPackages
import AtollRuntime
import SwiftUI

/// Asks the user which permissions to give to a mini app: one switch for each, with the reason that the publisher
/// states. All switches are off at first.
///
/// ``MiniAppView`` shows it when needed. A screen of your own does so in the session's phase `asking`:
///
/// ```swift
/// case .asking(let loaded, let permissions):
///     PermissionSheet(name: loaded.miniApp.manifest.name, permissions: permissions) { decisions in
///         Task { await session.decide(decisions) }
///     }
/// ```
public struct PermissionSheet: View {
    private let name: String
    private let permissions: [Manifest.Permission]
    private let decide: @MainActor ([String: PermissionLedger.Decision]) -> Void
    @State private var allowed: Set<String> = []

    /// Creates the form.
    ///
    /// - Parameters:
    ///   - name: The mini app's name.
    ///   - permissions: The permissions to ask for; their names must be unique.
    ///   - decide: Receives a decision for each permission, by its name, when the user taps *Continue*.
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
                Text("You can change these permissions in your profile at any time.")
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
