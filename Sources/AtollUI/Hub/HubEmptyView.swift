import AtollHub
import SwiftUI

/// An empty hub or search result, and what the user can do about it.
struct HubEmptyView: View {
    let query: HubQuery
    let showAll: @MainActor () -> Void

    var body: some View {
        ContentUnavailableView {
            Label(query == .all ? "No mini apps yet" : "Nothing found", systemImage: "square.grid.2x2")
        } description: {
            Text(
                query == .all
                    ? "No mini apps are available to you right now. New ones appear here when they are released to you."
                    : "Try another search term, or browse all mini apps.")
        } actions: {
            Button(query == .all ? "Check again" : "Show all", action: showAll)
        }
    }
}
