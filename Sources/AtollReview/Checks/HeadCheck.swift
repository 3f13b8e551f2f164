/// `head-long`: so many origins that some proxies refuse the head of a page, in which the policy names each of them.
struct HeadCheck: ReviewCheck {
    /// What the origins may take of a head, in bytes. With what a host adds, it is then below the 4 kB of nginx's defaults.
    private static let most = 1_200

    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {
        // Pictures and media have a list each.
        let origins = subject.manifest.network + subject.manifest.media + subject.manifest.media
        let length = origins.reduce(0) { $0 + $1.utf8.count + 1 }
        guard length > Self.most else { return }
        list.add(
            Finding(
                "head-long", .warn, path: nil,
                "The origins in atoll_network and atoll_media take \(length) bytes of the head of each page. Proxies that keep only 4 kB of a head answer with 502 instead of it.",
                advice: "Name fewer origins, or have what you need behind one of your own."))
    }
}
