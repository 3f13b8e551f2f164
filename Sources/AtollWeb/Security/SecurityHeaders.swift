import HTTPTypes
import Hummingbird

/// The headers that every page of the shell has.
struct SecurityHeaders: RouterMiddleware {
    /// Device features that neither the shell nor a mini app may use.
    static let nothingPermitted = [
        "accelerometer", "autoplay", "camera", "display-capture", "geolocation", "gyroscope", "hid",
        "identity-credentials-get", "magnetometer", "microphone", "midi", "payment", "publickey-credentials-get",
        "screen-wake-lock", "serial", "usb", "xr-spatial-tracking",
    ].map { "\($0)=()" }.joined(separator: ", ")

    /// The shell itself may ask where the user is, when they choose to be shown what is near; no frame may.
    private static let locationPermitted = nothingPermitted.replacing("geolocation=()", with: "geolocation=(self)")

    func handle(
        _ request: Request, context: ShellContext,
        next: (Request, ShellContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = Self.policy(frame: nil)
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.crossOriginOpenerPolicy] = "same-origin"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        response.headers[.permissionsPolicy] = Self.locationPermitted
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }

    /// What a page of the shell may load.
    ///
    /// - Parameter frame: The one origin that the page shows in a frame. A frame that tries to go anywhere else, to one
    ///   of the shell's own pages too, is stopped by this.
    static func policy(frame: String?) -> String {
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            "frame-src \(frame ?? "'none'")",
        ].joined(separator: "; ")
    }
}

extension HTTPField.Name {
    static let clearSiteData = knownName("Clear-Site-Data")
    static let crossOriginOpenerPolicy = knownName("Cross-Origin-Opener-Policy")
    static let crossOriginResourcePolicy = knownName("Cross-Origin-Resource-Policy")
    static let originAgentCluster = knownName("Origin-Agent-Cluster")
    static let permissionsPolicy = knownName("Permissions-Policy")
    static let referrerPolicy = knownName("Referrer-Policy")
    static let serviceWorker = knownName("Service-Worker")
    static let secFetchSite = knownName("Sec-Fetch-Site")
    static let atollOffline = knownName("Atoll-Offline")
    static let xAccelBuffering = knownName("X-Accel-Buffering")
    static let atollTheme = knownName("Atoll-Theme")
    static let atollAction = knownName("Atoll-Action")

    private static func knownName(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is a header's name") }
        return name
    }
}
