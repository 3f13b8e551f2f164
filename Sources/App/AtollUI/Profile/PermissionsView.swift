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
    /// The only mini app that is listed; nil for all.
    private var only: MiniAppID?

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

    /// Creates the list of one mini app's permissions.
    ///
    /// - Parameters:
    ///   - ledger: The user's decisions.
    ///   - id: The mini app's id.
    ///   - name: Its name.
    public init(_ ledger: Binding<PermissionLedger>, of id: MiniAppID, named name: String) {
        self.init(ledger) { _ in name }
        only = id
    }

    private var listed: [MiniAppID] { ledger.miniApps.filter { only == nil || $0 == only } }

    public var body: some View {
        List {
            ForEach(listed, id: \.self) { id in
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
            if listed.isEmpty {
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
