import AtollPackages
import SwiftUI

/// The sheet with links to the mini apps in which users write.
struct ComposeView: View {
    let model: LagoonModel

    var body: some View {
        NavigationStack {
            List {
                if let kudos = MiniAppID("com.example.kudos") { Button(localized("Give kudos")) { open(kudos) } }
                if model.user?.roles.contains("Sales") ?? false, let expenses = MiniAppID("com.example.expenses") {
                    Button(localized("Add an expense")) { open(expenses) }
                }
            }
            .navigationTitle(localized("New"))
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button(localized("Close")) { model.overlays.dismiss(.compose) }
                }
            }
        }
    }

    private func open(_ id: MiniAppID) {
        model.overlays.dismiss(.compose)
        model.navigator.go(to: .hub(.miniApp(id)))
    }
}
