import AtollCatalog
import AtollUI
import SwiftUI

/// Starts Lagoon; if that fails, shows the error and a button to try again.
public struct LagoonStartView: View {
    private let start: @MainActor () throws -> LagoonModel
    @State private var outcome: Result<LagoonModel, any Error>?

    /// - Parameter start: Makes the scene's model.
    public init(_ start: @escaping @MainActor () throws -> LagoonModel) { self.start = start }

    public var body: some View {
        Group {
            switch outcome {
            case .success(let model): LagoonView(model).restoringPath(of: model.root)
            case .failure(let error):
                ContentUnavailableView {
                    Label("Lagoon can't start", systemImage: "exclamationmark.triangle")
                } description: {
                    Text(verbatim: "\(error)")
                } actions: {
                    Button("Try again") { begin() }
                }
            case nil: ProgressView()
            }
        }
        .onAppear { if outcome == nil { begin() } }
    }

    private func begin() { outcome = Result { try start() } }
}
