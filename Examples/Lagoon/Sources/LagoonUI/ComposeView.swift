import SwiftUI

/// Leads to the mini apps in which one writes.
struct ComposeView: View {
    let model: LagoonModel

    var body: some View {
        NavigationStack {
            List {
                Button("Thank somebody") { open("com.example.kudos") }
                if model.user?.roles.contains("Sales") ?? false {
                    Button("Enter an expense") { open("com.example.expenses") }
                }
            }
            .navigationTitle("Write something")
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Close") { model.navigator.dismiss(.compose) }
                }
            }
        }
    }

    private func open(_ id: String) {
        model.navigator.dismiss(.compose)
        model.navigator.go(to: .hub(.miniApp), id: .string(id))
    }
}
