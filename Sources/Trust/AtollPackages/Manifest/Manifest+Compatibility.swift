import SignedJSON

extension Manifest {
    /// `atoll_compat`: that the mini app is a web app that was written for another host, and how it is served. Not in
    /// the W3C draft.
    ///
    /// ```json
    /// "atoll_compat": { "kind": "webxdc", "root": "web", "fallback": true, "eval": false }
    /// ```
    public struct Compatibility: Hashable, Sendable {
        /// The host that the web app was written for.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// Nothing: a page of the web, with what browsers offer.
            case web
            /// Ionic Portals, and the plugins of Capacitor.
            case portals
            /// `window.webxdc`: a chat app in a messenger.
            case webxdc
            /// `window.Telegram.WebApp`: a mini app of Telegram.
            case telegram
        }

        /// The host that it was written for.
        public var kind: Kind
        /// The folder with the web app's own files, unchanged: letters, digits, `-` and `_`.
        public var root: String
        /// Whether paths without an extension that have no file are answered with `index.html`, for a router in the
        /// page.
        public var hasFallback: Bool
        /// Whether it runs texts as code (`eval`, `new Function`), which reviewers see.
        public var evaluates: Bool
        /// The platform that Capacitor reports, such as `ios`, for apps that ask; `web` if nil.
        public var platform: String?

        /// Describes a web app, unchecked.
        public init(
            kind: Kind, root: String = "web", hasFallback: Bool = true, evaluates: Bool = false, platform: String? = nil
        ) {
            self.kind = kind
            self.root = root
            self.hasFallback = hasFallback
            self.evaluates = evaluates
            self.platform = platform
        }

        /// The path in the package of the document with which the web app starts.
        public var document: String { root + "/index.html" }

        static let members: Set<ExactString> = ["kind", "root", "fallback", "eval", "platform"]

        init(_ object: ManifestObject) throws(PackageRefusal) {
            guard let kind: Kind = try object.choice("kind") else {
                throw .init(
                    .manifest, object.place + "kind",
                    "Expected one of \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            self.init(
                kind: kind, root: try object.optionalString("root", length: 1...60) ?? "web",
                hasFallback: try object.optionalBool("fallback") ?? true,
                evaluates: try object.optionalBool("eval") ?? false,
                platform: try object.optionalString("platform", length: 1...20))
            let isPlain = root.utf8.allSatisfy { byte in
                (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2d || byte == 0x5f
            }
            guard isPlain, !["pages", "widgets", "common", "i18n"].contains(root.lowercased()) else {
                throw .init(
                    .manifest, object.place + "root",
                    "Expected the name of a separate folder, of letters, digits, - and _, such as web.")
            }
        }
    }
}
