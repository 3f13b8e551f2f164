/// Where a version is in its life that was just uploaded. The answer has the members of its listing, too.
package struct UploadedView: Codable, Sendable {
    package let state: VersionState
    package let revision: Int

    package init(state: VersionState, revision: Int) {
        self.state = state
        self.revision = revision
    }
}
