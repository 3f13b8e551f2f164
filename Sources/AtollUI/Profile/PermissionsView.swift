import AtollPackages
import AtollRuntime
import SwiftUI

/// What mini apps may do, and taking it back: a part of a profile.
public struct PermissionsView: View {
    @Binding private var ledger: PermissionLedger
    private let name: @MainActor (MiniAppID) -> String

    /// - Parameter name: What a mini app is called.
    public init(_ ledger: Binding<PermissionLedger>, name: @escaping @MainActor (MiniAppID) -> String) {
        _ledger = ledger
        self.name = name
    }

    public var body: some View {
        List {
            ForEach(ledger.miniApps, id: \.self) { id in
                Section {
                    ForEach(ledger.decisions(for: id).map(\.permission), id: \.self) { permission in
                        Toggle(isOn: isGranted(permission, for: id)) { Text(verbatim: permission) }
                    }
                } header: {
                    Text(verbatim: name(id))
                }
            }
        }
        .overlay {
            if ledger.miniApps.isEmpty {
                ContentUnavailableView {
                    Label("No permissions yet", systemImage: "hand.raised")
                } description: {
                    Text("What you allow mini apps to do appears here, and can be taken back.")
                }
            }
        }
        .navigationTitle("Permissions")
    }

    private func isGranted(_ permission: String, for id: MiniAppID) -> Binding<Bool> {
        Binding { @MainActor in
            ledger.decision(on: permission, for: id) == .granted
        } set: { @MainActor isGranted in
            ledger.decide(isGranted ? .granted : .denied, on: permission, for: id)
        }
    }
}
