package struct RecoveryCodesView: Codable, Sendable {
    /// Each signs in once in place of a code of the app.
    package let codes: [String]

    package init(codes: [String]) {
        self.codes = codes
    }
}
