/// `head-long`: the manifest names so many origins that some proxies refuse the headers of its pages, which contain all
/// of them.
struct HeadCheck: ReviewCheck {
    /// The maximum length of the origins in the headers, in bytes. It leaves room for all other headers within nginx's
    /// default of 4 kB.
    private static let most = 1_200

    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {
        // Pictures and media have a list each.
        let origins = subject.manifest.network + subject.manifest.media + subject.manifest.media
        let length = origins.reduce(0) { $0 + $1.utf8.count + 1 }
        guard length > Self.most else { return }
        list.add(
            Finding(
                "head-long", .warn, path: nil,
                "The origins in atoll_network and atoll_media take \(length) bytes of the head of each page. Proxies that accept only 4 kB of a head answer with 502 instead of it.",
                advice: "Name fewer origins, or serve what you need from an origin of your own."))
    }
}
