import AtollPackages

/// Why a package that is right in itself is not published.
enum PublishingError: Error, Hashable {
    /// It is another mini app's than the one it was uploaded for.
    case otherMiniApp(MiniAppID, expected: MiniAppID)
    /// Its version code is not higher than the last one.
    case codeNotHigher(code: Int, last: Int)
}

extension Problem {
    init(_ error: PublishingError) {
        switch error {
        case .otherMiniApp(let id, let expected):
            self.init(
                .unprocessableContent, "The manifest is that of \(id), but the upload is for \(expected).",
                subject: "app_id", rule: "other-mini-app"
            )
        case .codeNotHigher(let code, let last):
            self.init(
                .conflict, "The version code \(code) must be higher than the last one, \(last).",
                subject: "version.code", rule: "code-not-higher"
            )
        }
    }
}
