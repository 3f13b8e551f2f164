import AtollPackages

/// `script-library`: a file is a library with a known vulnerability, by its digest or by the version in its first
/// lines.
struct LibraryCheck: ReviewCheck {
    private let known: [SHA256Hash: KnownLibrary]
    private var byBanner: [String: (banner: KnownBanner, version: String)] = [:]

    init(known: [SHA256Hash: KnownLibrary] = KnownLibrary.all) { self.known = known }

    mutating func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        guard file.kind == .script, let found = KnownBanner.found(in: file.bytes.prefix(2_000)) else { return }
        byBanner[file.path] = found
    }

    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {
        for file in subject.package.fileList.files {
            guard let library = known[file.sha256] else {
                if let (banner, version) = byBanner[file.path] {
                    list.add(
                        Finding(
                            "script-library", .warn, path: file.path,
                            "The file says that it is \(banner.name) \(version). \(banner.reason)",
                            advice: "Take \(banner.name) \(banner.since) or later, or leave it out."))
                }
                continue
            }
            list.add(
                Finding(
                    "script-library", library.severity, path: file.path,
                    "The file is \(library.name) \(library.version). \(library.reason)",
                    advice: "Take a later version of \(library.name), or leave it out."))
        }
    }
}
