import SwiftUI

/// The menu in the bar of a mini app's screen.
struct MiniAppMenuView: View {
    let menu: MiniAppMenu
    let showPermissions: @MainActor () -> Void
    let reload: @MainActor () -> Void

    var body: some View {
        Menu {
            if let showDetails = menu.showDetails {
                Button(localized("About"), systemImage: "info.circle", action: showDetails)
            }
            if let isFavourite = menu.isFavourite {
                Button(
                    isFavourite.wrappedValue ? localized("Remove from favourites") : localized("Add to favourites"),
                    systemImage: isFavourite.wrappedValue ? "star.slash" : "star"
                ) {
                    isFavourite.wrappedValue.toggle()
                }
            }
            if let link = menu.link {
                ShareLink(item: link) { Label(localized("Share a link"), systemImage: "square.and.arrow.up") }
            }
            Button(localized("Permissions"), systemImage: "hand.raised", action: showPermissions)
            Button(localized("Reload"), systemImage: "arrow.clockwise", action: reload)
            if let report = menu.report {
                Button(localized("Report a problem"), systemImage: "exclamationmark.bubble", action: report)
            }
        } label: {
            Label(localized("More"), systemImage: "ellipsis.circle")
        }
    }
}
