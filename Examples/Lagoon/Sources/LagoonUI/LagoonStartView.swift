import AtollCatalog
import AtollUI
import SwiftUI

/// Starts Lagoon; if that fails, shows the error and a button to try again.
public struct LagoonStartView: View {
    private let start: @MainActor () throws -> LagoonModel
    @State private var outcome: Result<LagoonModel, any Error>?
    /// The link that started the app, until there is a model that can open it.
    @State private var waiting: String?

    /// - Parameter start: Makes the scene's model.
    public init(_ start: @escaping @MainActor () throws -> LagoonModel) { self.start = start }

    public var body: some View {
        Group {
            switch outcome {
            case .success(let model): LagoonView(model).restoringPath(of: model.root)
            case .failure(let error):
                ContentUnavailableView {
                    Label(localized("Lagoon can't start"), systemImage: "exclamationmark.triangle")
                } description: {
                    VStack {
                        Text(verbatim: ErrorMessage.text(for: error))
                        // Developers who build the app have to know which of its settings is missing.
                        Text(verbatim: "\(error)").font(.footnote)
                    }
                } actions: {
                    Button(localized("Try again")) { begin() }
                }
            case nil: ProgressView()
            }
        }
        .onOpenURL { keep($0) }
        .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
            if let address = activity.webpageURL { keep(address) }
        }
        .onAppear { if outcome == nil { begin() } }
    }

    /// Holds a link that arrives before the app's own views, which open all others.
    private func keep(_ address: URL) {
        if case .success = outcome { return }
        waiting = address.absoluteString
    }

    private func begin() {
        outcome = Result { try start() }
        guard case .success(let model) = outcome, let waiting else { return }
        self.waiting = nil
        model.opener.open(waiting)
    }
}
