import AtollHub
import AtollPackages
import SwiftUI

/// Sections of a list that show what is new in a mini app, pictures of its pages, light or dark as the app is, and its
/// publisher. A section is left out while it has nothing to show: without a connection, or if there are no notes or
/// pictures.
///
/// ```swift
/// List {
///     MiniAppPresentationView(model)
/// }
/// .task { await model.load() }
/// ```
public struct MiniAppPresentationView: View {
    private let model: PresentationModel
    @Environment(\.colorScheme) private var colorScheme

    /// Creates the sections. The caller loads the model.
    public init(_ model: PresentationModel) {
        self.model = model
    }

    public var body: some View {
        let pictures = model.pictures(isDark: colorScheme == .dark)
        if !pictures.isEmpty {
            Section {
                ScrollView(.horizontal, showsIndicators: false) {
                    HStack {
                        ForEach(Array(pictures.enumerated()), id: \.offset) { index, picture in
                            MiniAppPictureView(source: model.source, digest: picture.sha256)
                                .accessibilityLabel(localized("\(model.name), page \(index + 1)"))
                        }
                    }
                }
            } header: {
                Text(localized("Pictures"))
            }
        }
        if let notes = model.presentation?.notes, !notes.isEmpty {
            Section {
                Text(verbatim: notes)
            } header: {
                Text(localized("What's new"))
            }
        }
        if let publisher = model.presentation?.publisherName, !publisher.isEmpty {
            Section {
                Text(verbatim: publisher)
            } header: {
                Text(localized("Publisher"))
            }
        }
    }
}
