import AtollPackages
import Observation

/// The release notes of a mini app's version and pictures of its pages, for a screen.
///
/// ```swift
/// let model = PresentationModel(catalog, of: listing.id, named: listing.name, code: listing.version.code)
/// await model.load()
/// ```
@MainActor
@Observable
public final class PresentationModel {
    /// The name of the mini app, which says what the pictures show to those who don't see them.
    public let name: String
    /// The presentation; `nil` before it was loaded, and if it could not be.
    public private(set) var presentation: MiniAppPresentation?
    /// The source, also of the pictures.
    public let source: any PresentationSource

    private let id: MiniAppID
    private let code: Int

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - source: What is asked.
    ///   - id: The mini app.
    ///   - name: Its name.
    ///   - code: The code of its version.
    public init(_ source: any PresentationSource, of id: MiniAppID, named name: String, code: Int) {
        self.source = source
        self.id = id
        self.name = name
        self.code = code
    }

    /// Tries to load it again. A failure is not shown: the screen has enough to show without it.
    public func load() async {
        if let found = try? await source.presentation(of: id, code: code) { presentation = found }
    }

    /// One picture of each page, on a phone: a dark one if it is wanted and there is one, otherwise a light one.
    public func pictures(isDark: Bool) -> [MiniAppPresentation.Picture] {
        guard let presentation else { return [] }
        return presentation.pages.compactMap { page in
            isDark
                ? presentation.picture(of: page, in: "phone-dark", "phone-light")
                : presentation.picture(of: page, in: "phone-light")
        }
    }
}
