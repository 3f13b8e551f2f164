/// `script-library`: a file is, byte for byte, a library with a known fault.
struct LibraryCheck: ReviewCheck {
    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {
        for file in subject.package.fileList.files {
            guard let library = KnownLibrary.all[file.sha256] else { continue }
            list.add(
                Finding(
                    "script-library", library.severity, path: file.path,
                    "The file is \(library.name) \(library.version). \(library.reason)",
                    advice: "Take a later version of \(library.name), or leave it out."))
        }
    }
}
