import AtollPackages

/// `net-added`: origins that pages connect to, load media from, or open without a question, and the last approved
/// version did not.
struct AddedNetworkCheck: ReviewCheck {
    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {
        guard let base = subject.context.base else { return }
        let (new, old) = (subject.manifest, base.manifest)
        func add(_ origins: [String], besides known: [String], _ does: (_ origin: String) -> String) {
            for origin in origins where !known.contains(origin) {
                list.add(
                    Finding(
                        "net-added", .warn, path: Manifest.path,
                        "The mini app \(does(origin)), which version \(old.version.name) did not.",
                        advice: "Say in the release notes what it is for."))
            }
        }
        add(new.network, besides: old.network) { "connects to \($0)" }
        add(new.media, besides: old.media) { "shows images, videos or sounds from \($0)" }
        add(new.links, besides: old.links) { "opens pages of \($0) without asking" }
    }
}
