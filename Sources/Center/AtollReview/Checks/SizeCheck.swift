/// `size-jump`: a package or a file that has grown by half, or by a megabyte, since the last approved version.
struct SizeCheck: ReviewCheck {
    private static let jump = 1_000_000
    /// The size up to which growth is not reported, in bytes.
    private static let free = 20_000

    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {
        guard let base = subject.context.base else { return }
        let files = subject.package.fileList
        check(nil, base.files.totalBytes, files.totalBytes, &list)
        let before = Dictionary(base.files.files.map { ($0.path, $0.length) }, uniquingKeysWith: { first, _ in first })
        for file in files.files {
            if let length = before[file.path] { check(file.path, length, file.length, &list) }
        }
    }

    private func check(_ path: String?, _ before: Int, _ now: Int, _ list: inout FindingList) {
        guard now > Self.free, now - before > Self.jump || now > before + before / 2 else { return }
        list.add(
            Finding(
                "size-jump", .info, path: path,
                "\(path == nil ? "The package" : "The file") has grown from \(before) to \(now) bytes.",
                advice: "Check that it contains only what the mini app needs."))
    }
}
