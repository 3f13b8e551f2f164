import AtollHub
import SwiftUI

/// Nothing to show, and what to do.
struct HubEmptyView: View {
    let query: HubQuery
    let showAll: @MainActor () -> Void

    var body: some View {
        ContentUnavailableView {
            Label(query == .all ? "No mini apps yet" : "Nothing found", systemImage: "square.grid.2x2")
        } description: {
            Text(
                query == .all
                    ? "There is nothing that you may open at the moment. New mini apps appear here when they are released to you."
                    : "Try another word, or look through everything.")
        } actions: {
            Button(query == .all ? "Look again" : "Show all", action: showAll)
        }
    }
}
