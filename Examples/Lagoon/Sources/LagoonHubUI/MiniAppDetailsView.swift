import AtollHub
import AtollNavigation
import AtollPackages
import AtollUI
import Foundation
import LagoonHub
import SwiftUI

/// The details of a mini app.
struct MiniAppDetailsView: View {
    let id: MiniAppID
    let services: HubServices
    let navigator: Navigator<HubScreen>
    @State private var listing: MiniAppListing?
    @State private var feedback: FeedbackModel?
    @State private var presentation: PresentationModel?
    @State private var problem: String?

    var body: some View {
        List {
            if let listing {
                if let summary = listing.summary { Text(verbatim: summary) }
                LabeledContent(localized("Version"), value: listing.version.name)
                Button(localized("Open")) { navigator.go(to: .miniApp(id)) }
                if let presentation { MiniAppPresentationView(presentation) }
                if let feedback { MiniAppFeedbackView(feedback) }
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
            let found = try await services.listing(id).localized(in: Locale.preferredLanguages)
            feedback = feedback ?? FeedbackModel(services.feedback, of: id, code: found.version.code)
            listing = found
            let shown = PresentationModel(
                services.presentation, of: id, named: found.name, code: found.version.code)
            presentation = shown
            await shown.load()
        } catch {
            problem = ErrorMessage.text(for: error)
        }
    }
}
