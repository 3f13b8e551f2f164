/// Where a version is in its life that was just uploaded or changed. The answer has other members, too: who reads only these needs no others.
package struct UploadedView: Codable, Sendable {
    package let state: VersionState
    package let revision: Int

    package init(state: VersionState, revision: Int) {
        self.state = state
        self.revision = revision
    }
}
