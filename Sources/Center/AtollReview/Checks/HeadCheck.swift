/// `head-long`: the manifest names so many origins that some proxies reject the headers of its pages, which list them
/// all.
struct HeadCheck: ReviewCheck {
    /// The maximum length of the origins in the headers, in bytes. It leaves room for the other headers within nginx's
    /// default of 4 kB.
    private static let most = 1_200

    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {
        // Images and media each have a list in the headers.
        let origins = subject.manifest.network + subject.manifest.media + subject.manifest.media
        let length = origins.reduce(0) { $0 + $1.utf8.count + 1 }
        guard length > Self.most else { return }
        list.add(
            Finding(
                "head-long", .warn, path: nil,
                "The origins in atoll_network and atoll_media take \(length) bytes of the headers of each page. Proxies that accept only 4 kB answer with status 502 instead.",
                advice: "Name fewer origins, or serve what you need from your own origin."))
    }
}
