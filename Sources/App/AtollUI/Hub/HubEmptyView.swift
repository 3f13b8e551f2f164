import AtollHub
import SwiftUI

/// An empty hub or search result, and what the user can do about it.
struct HubEmptyView: View {
    let query: HubQuery
    let showAll: @MainActor () -> Void

    private var isNear: Bool {
        if case .near = query { true } else { false }
    }

    var body: some View {
        ContentUnavailableView {
            Label(
                query == .all ? localized("No mini apps yet") : localized("Nothing found"),
                systemImage: "square.grid.2x2")
        } description: {
            Text(
                query == .all
                    ? localized(
                        "No mini apps are available to you right now. New ones appear here when they are released to you."
                    )
                    : isNear
                        ? localized(
                            "No mini app is meant for this place. All others are in the list of all mini apps.")
                        : localized("Try another search term, or browse all mini apps."))
        } actions: {
            Button(query == .all ? localized("Check again") : localized("Show all"), action: showAll)
        }
    }
}
