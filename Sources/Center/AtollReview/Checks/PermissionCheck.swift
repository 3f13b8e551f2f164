import AtollPackages

/// `perm-unknown`, `perm-added`, `perm-reason`, `perm-unused`: the permissions that the mini app requests, and its
/// reasons.
struct PermissionCheck: ReviewCheck {
    /// The minimum length of a reason, in characters.
    private static let shortestReason = 10
    /// The last parts of method names that the code contains as a property or a string.
    private var words: Set<String> = []
    private static let known = KnownBridge.current
    /// The last parts of the names of the methods that need a permission.
    private static let verbs: Set<String> = Set(
        known.permissions.values.joined().map { String($0.split(separator: ".").last ?? "") })
    private static let methods = Set(known.permissions.values.joined())
    private static let shapes = WordShapes(verbs)

    mutating func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        guard !subject.manifest.permissions.isEmpty else { return }
        for script in file.scripts {
            for (index, token) in script.tokens.enumerated() {
                switch token.kind {
                case .word, .escapedWord:
                    guard Self.shapes.may(script.first(index), token.range.count) || token.kind == .escapedWord else {
                        continue
                    }
                    let text = script.text(index)
                    if Self.verbs.contains(text) { words.insert(text) }
                case .string, .template:
                    guard token.range.count < 60, let text = script.string(index) else { continue }
                    if Self.methods.contains(text) { words.insert(String(text.split(separator: ".").last ?? "")) }
                    if Self.verbs.contains(text) { words.insert(text) }
                default: break
                }
            }
        }
    }

    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {
        var reasons: [String: String] = [:]
        for permission in subject.manifest.permissions {
            check(permission, subject, &reasons, &list)
        }
    }

    private func check(
        _ permission: Manifest.Permission, _ subject: ReviewSubject, _ reasons: inout [String: String],
        _ list: inout FindingList
    ) {
        func add(_ code: String, _ severity: Finding.Severity, _ text: String, _ advice: String) {
            list.add(Finding(code, severity, path: Manifest.path, text, advice: advice))
        }
        guard let methods = Self.known.permissions[permission.name] else {
            return add(
                "perm-unknown", .block, "No host knows the permission \(permission.name).",
                "Check its name in the table of the bridge, or leave it out.")
        }
        if let base = subject.context.base, !base.manifest.permissions.contains(where: { $0.name == permission.name }) {
            add(
                "perm-added", .warn,
                "The mini app asks for \(permission.name), which version \(base.manifest.version.name) did not.",
                "Say in the release notes what it is for.")
        }
        let reason = (permission.reason ?? "").trimmed
        if reason.count < Self.shortestReason {
            add(
                "perm-reason", .warn,
                reason.isEmpty
                    ? "The manifest does not say why the mini app asks for \(permission.name)."
                    : "The reason for \(permission.name) says too little: “\(reason)”.",
                "Tell the user what it is for, in a sentence: \"reason\" in req_permissions.")
        } else if let other = reasons[reason.lowercased()] {
            add(
                "perm-reason", .warn, "\(permission.name) has the same reason as \(other).",
                "State for each permission what it is for.")
        }
        reasons[reason.lowercased()] = reasons[reason.lowercased()] ?? permission.name
        // The compatibility layer makes the calls, not the web app's own code.
        guard subject.manifest.compatibility == nil else { return }
        let verbs = methods.map { String($0.split(separator: ".").last ?? "") }
        if words.isDisjoint(with: verbs) {
            add(
                "perm-unused", .warn,
                "The mini app asks for \(permission.name), but nothing in its code uses it.",
                "Leave it out: users trust mini apps that ask for little.")
        }
    }
}
