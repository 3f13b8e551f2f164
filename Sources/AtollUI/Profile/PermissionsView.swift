import AtollPackages
import AtollRuntime
import SwiftUI

/// Lists the permissions that were decided for mini apps, with switches to grant or revoke them: a screen of a profile.
///
/// ```swift
/// @Bindable var permissions: PermissionStore
///
/// var body: some View {
///     PermissionsView($permissions.ledger) { id in names[id] ?? id.rawValue }
/// }
/// ```
public struct PermissionsView: View {
    @Binding private var ledger: PermissionLedger
    private let name: @MainActor (MiniAppID) -> String

    /// Creates the list.
    ///
    /// - Parameters:
    ///   - ledger: The user's decisions, usually those of a ``PermissionStore``: a change then takes effect with the
    ///     mini app's next call.
    ///   - name: Returns the name to show for a mini app.
    public init(_ ledger: Binding<PermissionLedger>, name: @escaping @MainActor (MiniAppID) -> String) {
        _ledger = ledger
        self.name = name
    }

    public var body: some View {
        List {
            ForEach(ledger.miniApps, id: \.self) { id in
                Section {
                    ForEach(ledger.decisions(for: id).map(\.permission), id: \.self) { permission in
                        Toggle(isOn: isGranted(permission, for: id)) {
                            Text(verbatim: PermissionWords.sentence(for: permission))
                        }
                    }
                } header: {
                    Text(verbatim: name(id))
                }
            }
        }
        .overlay {
            if ledger.miniApps.isEmpty {
                ContentUnavailableView {
                    Label(localized("No permissions yet"), systemImage: "hand.raised")
                } description: {
                    Text(localized("Permissions that you give to mini apps appear here, and you can revoke them."))
                }
            }
        }
        .navigationTitle(localized("Permissions"))
    }

    private func isGranted(_ permission: String, for id: MiniAppID) -> Binding<Bool> {
        Binding { @MainActor in
            ledger.decision(on: permission, for: id) == .granted
        } set: { @MainActor isGranted in
            ledger.settle(isGranted ? .granted : .denied, on: permission, for: id)
        }
    }
}
