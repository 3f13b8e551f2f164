import AtollNavigation
import AtollPackages
import LagoonHub
import SwiftUI

/// The details of a mini app.
struct MiniAppDetailsView: View {
    let id: MiniAppID
    let services: HubServices
    let navigator: Navigator<HubScreen>
    @State private var listing: MiniAppListing?
    @State private var problem: String?

    var body: some View {
        List {
            if let listing {
                if let summary = listing.summary { Text(verbatim: summary) }
                LabeledContent(localized("Version"), value: listing.version.name)
                Button(localized("Open")) { navigator.go(to: .miniApp(id)) }
            }
        }
        .overlay {
            if let problem {
                ContentUnavailableView {
                    Label(localized("The mini app can't be shown"), systemImage: "exclamationmark.triangle")
                } description: {
                    Text(verbatim: problem)
                } actions: {
                    Button(localized("Try again")) { Task { await load() } }
                }
            } else if listing == nil {
                ProgressView()
            }
        }
        .navigationTitle(listing?.name ?? "")
        .task { await load() }
    }

    private func load() async {
        problem = nil
        do {
            listing = try await services.listing(id)
        } catch {
            problem = "\(error)"
        }
    }
}
