import AtollRuntime
import AtollTexts
import AtollUI
import SwiftUI

/// A preview on the screen, below a bar that says so as long as it is open.
///
/// ```swift
/// struct PreviewScreen: View {
///     let preview: OpenedPreview
///     @State var session: MiniAppSession
///     let host: MiniAppHostInfo
///     let close: @MainActor () -> Void
///
///     var body: some View { PreviewView(preview, session: session, host: host, close: close) }
/// }
///
/// // session: MiniAppSession(preview.id, from: preview.source)
/// ```
/// Store the session in a `@State` property, as above, so that the preview is not started again with each update.
public struct PreviewView: View {
    private let preview: OpenedPreview
    private let session: MiniAppSession
    private let host: MiniAppHostInfo
    private let close: @MainActor () -> Void

    /// Creates the view of a preview.
    ///
    /// - Parameters:
    ///   - preview: What was opened.
    ///   - session: A session with the preview's id and source.
    ///   - host: The mini app's information about the super app and the user; that it is a preview is added.
    ///   - close: Dismisses this screen.
    public init(
        _ preview: OpenedPreview, session: MiniAppSession, host: MiniAppHostInfo,
        close: @escaping @MainActor () -> Void
    ) {
        self.preview = preview
        self.session = session
        self.host = host
        self.close = close
    }

    public var body: some View {
        VStack(spacing: 0) {
            VStack(spacing: 2) {
                Text(verbatim: words).font(.subheadline)
                // The publisher's words are separate from the host's.
                Text(verbatim: preview.version.name).font(.caption)
            }
            .frame(maxWidth: .infinity)
            .padding(12)
            .background(.regularMaterial)
            .accessibilityElement(children: .combine)
            MiniAppView(session, host: host, close: close)
        }
    }

    /// The text of the bar.
    var words: String {
        let until = TextDate.text(preview.expires, "MMMMdHHmm", in: .current)
        return localized("Preview. It may not have been reviewed. The link works until \(until).")
    }
}
