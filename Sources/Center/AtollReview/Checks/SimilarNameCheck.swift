import AtollPackages

/// `name-similar`: a name or an icon that users could mistake for another mini app's.
struct SimilarNameCheck: ReviewCheck {
    private static let advice = "Choose a different name and icon."

    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {
        let manifest = subject.manifest
        // The name in every language of the manifest.
        let texts = ReviewedVersion(subject.package).texts
        let names = Set(([manifest.name] + texts.values.compactMap(\.name)).map { Confusables.skeleton(of: $0) })
        let icons = Set(manifest.icons.compactMap { subject.package.fileList.digest(ofFileAt: $0.source) })
        for other in subject.context.neighbours where other.id != manifest.id {
            let skeleton = Confusables.skeleton(of: other.name)
            if names.contains(skeleton) {
                add("The name is the same as that of \(other.id), or looks like it: “\(other.name)”.", &list)
            } else if names.contains(where: {
                max($0.count, skeleton.count) >= 5 && EditDistance.isOne($0, skeleton)
            }) {
                add("The name differs in one character from that of \(other.id): “\(other.name)”.", &list)
            }
            if !icons.isDisjoint(with: other.icons) { add("The icon is that of \(other.id).", &list) }
        }
    }

    private func add(_ text: String, _ list: inout FindingList) {
        list.add(Finding("name-similar", .warn, path: Manifest.path, text, advice: Self.advice))
    }
}
