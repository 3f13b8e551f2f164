import AtollCenterDomain
import AtollPackages
import AtollReview
import Foundation
import Logging
import NIOConcurrencyHelpers
import ServiceLifecycle

/// Has versions opened in a browser, one at a time.
///
/// Of several processes, each takes another version; one whose process went away is taken again.
struct RenderingService: Service {
    let store: PeopleStore
    let files: VersionFiles
    let renderer: any PackageRendering
    let logger: Logger
    var interval = Duration.seconds(2)
    /// The interval while the browser can't be started.
    var longInterval = Duration.seconds(60)
    /// The number of the last turn of each publisher with this process.
    private let served = NIOLockedValueBox<[String: Int]>([:])

    init(store: PeopleStore, files: VersionFiles, renderer: any PackageRendering, logger: Logger) {
        self.store = store
        self.files = files
        self.renderer = renderer
        self.logger = logger
    }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                let wait = await renderAll() ? interval : longInterval
                try await Task.sleep(for: wait)
            }
        }
    }

    /// Renders all pending versions.
    ///
    /// - Returns: Whether the browser could be started.
    func renderAll() async -> Bool {
        while !Task.isCancelled {
            do {
                guard try await store.read({ try $0.hasRenderingDue() }),
                    let version = try await store.change(
                        by: .system,
                        { [turns = served.withLockedValue { $0 }] in
                            try $0.takeRendering(after: turns)
                        })
                else { return true }
                note(version)
                guard try await render(version) else { return false }
            } catch is CancellationError {
                return true
            } catch {
                logger.error("The pages of a version could not be opened.", metadata: ["error": "\(error)"])
                return true
            }
        }
        return true
    }

    /// Moves a publisher to the end of the queue.
    private func note(_ version: VersionRecord) {
        served.withLockedValue { served in
            // Those who have not had a version opened for long are all served first.
            if served.count > 10_000 { served = [:] }
            served[version.miniApp.publisher.rawValue] = (served.values.max() ?? 0) + 1
        }
    }

    private func render(_ version: VersionRecord) async throws -> Bool {
        let about: Logger.Metadata = ["miniApp": "\(version.id)", "code": "\(version.code)"]
        do {
            let reference = try version.listing.files
            guard let package = try await files.package(reference) else {
                try await store.change(by: .system) {
                    try $0.giveBackRendering(of: version, countsAttempt: true, because: "Its files are not stored.")
                }
                return true
            }
            let began = ContinuousClock.now
            let rendered = try await renderer.render(package)
            let pictures = rendered.pictures.map { (data: $0.png, digest: SHA256Hash(of: $0.png)) }
            // They are stored as long as the version's files.
            try await files.blobs.write(pictures, of: reference.sha256)
            let list = package.fileList
            try await store.change(by: .system) {
                try $0.save(rendered, pictures.map(\.digest), of: version, in: list)
            }
            logger.notice(
                "The pages of a version were opened.",
                metadata: about.merging([
                    "pictures": "\(pictures.count)", "findings": "\(rendered.findings.count)",
                    "seconds": "\(began.duration(to: .now).components.seconds)",
                ]) { $1 })
            return true
        } catch {
            // Without a browser nothing was tried, and neither was it if this process ends.
            let isMissing = error is RenderingUnavailable
            let isTried = !isMissing && !(error is CancellationError)
            logger.warning(
                "The pages of a version could not be opened; this is tried again.",
                metadata: about.merging(["error": "\(error)"]) { $1 })
            // Also when this process ends, the next one shall go on.
            let store = store
            try await Task.detached {
                try await store.change(by: .system) {
                    try $0.giveBackRendering(
                        of: version, countsAttempt: isTried, because: isTried ? String("\(error)".prefix(500)) : "")
                }
            }.value
            return !isMissing
        }
    }
}
