import AtollMarkup
import AtollPackages
import Foundation

/// The document that starts a launch in a browser that stores no cookies for embedded pages. Its script registers the host's
/// ``MiniAppWorker``, which sends the launch with each request, and then navigates to the page that the user opened.
public enum OpeningPage {
    /// The path of the document when the user has changed, without the leading slash. The worker doesn't handle this path.
    public static let path = ResourceServer.hostFolder + "opening"

    private static let script = HostFiles.script(["cookies", "opening"])
    private static let scriptSource = InlineScripts.source(of: script)

    /// The document: UTF-8.
    ///
    /// - Parameters:
    ///   - mark: Identifies the user without revealing who that is. The script deletes data of a user with another mark.
    ///   - worker: The path and query of the worker's script.
    ///   - next: The path and query of the page that the user opened.
    ///   - domain: The domain of all mini apps, without a port.
    public static func document(mark: String, worker: String, next: String, domain: String) -> String {
        """
        <!DOCTYPE html><meta charset="utf-8"><title></title>\
        <body data-mark="\(attribute(mark))" data-worker="\(attribute(worker))" data-next="\(attribute(next))" \
        data-domain="\(attribute(domain))">\
        <script type="module">\(script)</script>
        """
    }

    /// The value of its `Content-Security-Policy` header.
    ///
    /// - Parameters:
    ///   - host: The only source that may show it in a frame.
    ///   - worker: The URL of the worker's script, without the query.
    public static func policy(host: String, worker: String) -> String {
        """
        default-src 'none'; script-src \(scriptSource); worker-src \(worker); form-action 'none'; base-uri 'none'; \
        frame-ancestors \(host); sandbox allow-scripts allow-same-origin
        """
    }

    /// A text as the value of an attribute in double quotation marks.
    static func attribute(_ text: String) -> String {
        // By code point: a quotation mark with an accent on it is another character for Swift, and not for a browser.
        [("&", "&amp;"), ("<", "&lt;"), ("\"", "&quot;")].reduce(text) {
            $0.replacingOccurrences(of: $1.0, with: $1.1, options: .literal)
        }
    }
}
