import AtollCatalog
import AtollHub
import AtollPackages
import AtollTexts
import SwiftUI

/// Sections of a list in which a user rates a mini app, reports a problem with it, and follows earlier reports.
///
/// ```swift
/// List {
///     MiniAppFeedbackView(model)
/// }
/// ```
public struct MiniAppFeedbackView: View {
    private let model: FeedbackModel
    @State private var isReporting = false

    /// Creates the sections.
    public init(_ model: FeedbackModel) {
        self.model = model
    }

    public var body: some View {
        Section {
            if let rating = model.feedback?.rating {
                LabeledContent(localized("Rating"), value: Self.text(of: rating))
                    .accessibilityLabel(Self.spoken(rating))
            }
            HStack {
                ForEach(Array(NewRating.starRange), id: \.self) { stars in star(stars) }
            }
            if model.feedback?.ownStars != nil {
                Button(localized("Remove my rating")) { Task { await model.rate(nil) } }.disabled(model.isBusy)
            }
            if let error = model.error, !isReporting { problem(error) }
        } header: {
            Text(localized("Your rating"))
        }
        .task { if model.feedback == nil { await model.load() } }
        Section {
            if isReporting {
                if let error = model.error { problem(error) }
                ReportForm(model: model) { isReporting = false }
            } else {
                Button(localized("Report a problem"), systemImage: "flag") { isReporting = true }
            }
        }
        if let reports = model.feedback?.problems, !reports.isEmpty {
            Section {
                ForEach(reports) { report in ReportRow(report: report) }
            } header: {
                Text(localized("Your reports"))
            }
        }
    }

    private func problem(_ error: FeedbackError) -> some View {
        Text(verbatim: ErrorMessage.text(for: error)).foregroundStyle(.red)
    }

    private func star(_ stars: Int) -> some View {
        let own = model.feedback?.ownStars ?? 0
        return Button {
            Task { await model.rate(stars) }
        } label: {
            Image(systemName: stars <= own ? "star.fill" : "star").frame(minWidth: 44, minHeight: 44)
        }
        .buttonStyle(.borderless)
        .disabled(model.isBusy)
        .accessibilityLabel(localized("\(stars) stars"))
        .accessibilityAddTraits(stars == own ? .isSelected : [])
        .accessibilityIdentifier("stars-\(stars)")
    }

    /// The average of the users' ratings, such as "4.3 ★ (27)".
    static func text(of rating: MiniAppFeedback.Rating) -> String {
        "\(average(rating)) ★ (\(count(rating)))"
    }

    private static func spoken(_ rating: MiniAppFeedback.Rating) -> String {
        localized("\(average(rating)) of 5 stars, \(count(rating)) ratings")
    }

    private static func average(_ rating: MiniAppFeedback.Rating) -> String {
        rating.average.formatted(
            .number.precision(.fractionLength(1)).locale(TextLanguage.locale(of: TextLanguage.current)))
    }

    private static func count(_ rating: MiniAppFeedback.Rating) -> String {
        rating.count.formatted(.number.locale(TextLanguage.locale(of: TextLanguage.current)))
    }
}
