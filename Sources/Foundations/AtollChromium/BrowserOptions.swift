import Foundation

/// The options for starting a browser, and its limits.
public struct BrowserOptions: Sendable {
    /// The program.
    public var executable: URL
    /// Whether its own sandbox is on. Without the sandbox, a page that escapes its renderer has the rights of the
    /// browser's user.
    public var isSandboxed = true
    /// Whether a page has no network access: no name is resolved, and only requests that this process answers get a
    /// response.
    public var isOffline = false
    /// The maximum memory of all its processes together, in bytes; on Linux only.
    public var memoryLimit: Int?
    /// The maximum size of what it writes to its folder, in bytes.
    public var diskLimit: Int?
    /// The maximum time that it may run in total.
    public var timeLimit: Duration?
    /// A switch that ends it early, or nil.
    public var stop: BrowserStop?
    /// How much lower its priority is, as `nice` counts.
    public var niceness = 0

    /// Options for a program.
    public init(executable: URL) { self.executable = executable }

    /// Options for untrusted pages: sandboxed, offline, 1 GB of memory, 256 MB on disk, 120 s, and a lower priority
    /// than everything else.
    public static func untrusted(_ executable: URL) -> BrowserOptions {
        var options = BrowserOptions(executable: executable)
        options.isOffline = true
        options.memoryLimit = 1 << 30
        options.diskLimit = 256 << 20
        options.timeLimit = .seconds(120)
        options.niceness = 10
        return options
    }

    /// Where Chromium is usually found.
    private static let usual = [
        "/usr/bin/chromium", "/usr/bin/google-chrome",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ]

    /// Returns the program to start: the chosen one, that of the environment's `CHROMIUM`, or one at a usual place;
    /// `nil` without one.
    public static func find(
        _ chosen: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL? {
        let candidates = (chosen ?? environment["CHROMIUM"]).map { [$0] } ?? usual
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(filePath: $0) }
    }

    /// The arguments of the program.
    func arguments(profile: URL) -> [String] {
        var arguments = [
            "--headless", "--remote-debugging-pipe", "--no-first-run", "--hide-scrollbars", "--mute-audio",
            "--force-color-profile=srgb", "--disable-background-timer-throttling",
            "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
            "--disable-partial-raster", "--disable-gpu", "--num-raster-threads=1", "--disable-dev-shm-usage",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
            // The popup of the address bar is one of the browser's own pages, which no user sees here.
            "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,AiModeOmniboxEntryPoint",
            "--user-data-dir=\(profile.path)",
        ]
        if !isSandboxed { arguments.append("--no-sandbox") }
        if isOffline {
            arguments += [
                "--host-resolver-rules=MAP * ~NOTFOUND",
                // Nothing listens there, and the loopback does not go past it either.
                "--proxy-server=socks5://127.0.0.1:1", "--proxy-bypass-list=<-loopback>",
                // The switch has had two names.
                "--webrtc-ip-handling-policy=disable_non_proxied_udp",
                "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
                "--renderer-process-limit=2", "--js-flags=--max-old-space-size=256",
            ]
        }
        return arguments
    }
}
