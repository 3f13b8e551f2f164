import BoundedServer
import HTTPTypes
import Hummingbird

/// Adds the security headers that every response of the shell has.
struct SecurityHeaders: RouterMiddleware {
    /// Whether browsers connect by HTTPS.
    let isSecure: Bool
    /// The only origin that may show the shell in a frame; nil for none.
    var ancestor: String?

    private static let features = [
        "accelerometer", "autoplay", "browsing-topics", "camera",
        "clipboard-read", "clipboard-write", "compute-pressure", "display-capture", "encrypted-media", "fullscreen",
        "gamepad", "geolocation", "gyroscope", "hid", "identity-credentials-get", "idle-detection",
        "keyboard-map", "local-fonts", "magnetometer", "microphone", "midi", "otp-credentials",
        "payment", "picture-in-picture", "publickey-credentials-create", "publickey-credentials-get",
        "screen-wake-lock", "serial", "storage-access", "sync-xhr", "usb", "window-management", "xr-spatial-tracking",
    ]

    /// The features that the shell's own pages use for mini apps with the user's permission, and for the search nearby.
    private static let ofTheShell: Set = ["camera", "clipboard-read", "clipboard-write", "fullscreen", "geolocation"]

    /// The policy of mini apps: their frames may use none of the features.
    static let nothingPermitted = features.map { "\($0)=()" }.joined(separator: ",")

    /// The policy of the shell's pages, which is not passed on to frames.
    private static let shellPermitted = features.map { "\($0)=(\(ofTheShell.contains($0) ? "self" : ""))" }
        .joined(separator: ",")

    /// For a year, browsers connect only by HTTPS, even to http links (RFC 6797).
    private static let httpsOnly = "max-age=31536000"

    func handle(
        _ request: Request, context: ShellContext,
        next: (Request, ShellContext) async throws -> Response
    ) async throws -> Response {
        var response = Self.adding(to: try await next(request, context), isSecure: isSecure)
        if let ancestor, let policy = response.headers[.contentSecurityPolicy] {
            response.headers[.contentSecurityPolicy] = policy.replacing(
                "frame-ancestors 'none'", with: "frame-ancestors \(ancestor)")
        }
        return response
    }

    /// Returns a response with the headers that every response of the shell has.
    static func adding(to response: Response, isSecure: Bool) -> Response {
        var response = response
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = policy(frame: nil)
        }
        response.headers[.crossOriginOpenerPolicy] = "same-origin"
        response.headers[.permissionsPolicy] = shellPermitted
        return common(to: response, isSecure: isSecure)
    }

    /// Returns a response with the headers that the shell and the origins of mini apps have in common.
    static func common(to response: Response, isSecure: Bool) -> Response {
        var response = response
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        // Host names in links are not looked up before the user follows the link.
        response.headers[.xDNSPrefetchControl] = "off"
        if isSecure { response.headers[.strictTransportSecurity] = httpsOnly }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }

    /// Returns the content security policy of a page of the shell.
    ///
    /// - Parameter frame: The one origin that the page may show in a frame, or nil. A frame that navigates anywhere
    ///   else, including to the shell's own pages, is blocked.
    static func policy(frame: String?) -> String {
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            "frame-src \(frame ?? "'none'")",
            // Text is parsed as HTML in one place only, trusted.js.
            "require-trusted-types-for 'script'",
            "trusted-types atoll",
        ].joined(separator: "; ")
    }
}

extension HTTPField.Name {
    static let clearSiteData = knownName("Clear-Site-Data")
    static let crossOriginOpenerPolicy = knownName("Cross-Origin-Opener-Policy")
    static let crossOriginResourcePolicy = knownName("Cross-Origin-Resource-Policy")
    static let link = knownName("Link")
    static let originAgentCluster = knownName("Origin-Agent-Cluster")
    static let permissionsPolicy = knownName("Permissions-Policy")
    static let referrerPolicy = knownName("Referrer-Policy")
    static let serviceWorker = knownName("Service-Worker")
    static let serviceWorkerAllowed = knownName("Service-Worker-Allowed")
    static let secFetchDest = knownName("Sec-Fetch-Dest")
    static let secFetchMode = knownName("Sec-Fetch-Mode")
    static let secFetchSite = knownName("Sec-Fetch-Site")
    static let atollOffline = knownName("Atoll-Offline")
    static let xAccelBuffering = knownName("X-Accel-Buffering")
    static let xDNSPrefetchControl = knownName("X-DNS-Prefetch-Control")
    static let atollNear = knownName("Atoll-Near")
    /// The secret name of a launch.
    static let atollLaunch = knownName("Atoll-Launch")
    /// The mark of the user who has used a mini app in a browser, as its worker knows it.
    static let atollMark = knownName("Atoll-Mark")
    /// Marks requests of a worker of the host. For a mini app's page, the value states whether the worker caches this
    /// version: `own` or `other`.
    static let atollWorker = knownName("Atoll-Worker")
    static let atollTheme = knownName("Atoll-Theme")
    static let atollAction = knownName("Atoll-Action")
    static let atollAsk = knownName("Atoll-Ask")
    static let atollTimeZone = knownName("Atoll-Time-Zone")
}
