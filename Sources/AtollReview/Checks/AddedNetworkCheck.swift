import AtollPackages

/// `net-added`: origins that the last approved version did not connect to.
struct AddedNetworkCheck: ReviewCheck {
    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {
        guard let base = subject.context.base else { return }
        for origin in subject.manifest.network where !base.manifest.network.contains(origin) {
            list.add(
                Finding(
                    "net-added", .warn, path: Manifest.path,
                    "The mini app connects to \(origin), which version \(base.manifest.version.name) did not.",
                    advice: "Say in the release notes what it is for."))
        }
    }
}
