import AtollPackages
import AtollRuntime
import Foundation
import Observation

/// The parts of the screen around a running mini app that the mini app may change, such as its title, buttons, dialogs
/// and colours, and the device's services.
///
/// Pass it to a session; ``MiniAppView`` shows it.
@MainActor
@Observable
public final class ScreenDevice: MiniAppDevice {
    /// The large button below the page.
    struct MainButton: Hashable {
        var text = ""
        var isVisible = false
        var isEnabled = true
        var isLoading = false
        var isDestructive = false
    }

    /// The title that the page has set; nil for the mini app's name.
    private(set) var title: String?
    private(set) var mainButton = MainButton()
    private(set) var hasBackButton = false
    private(set) var colors = ScreenColors()
    /// The question to the user before the mini app closes; nil for none.
    private(set) var closeGuard: String?
    private(set) var toast: String?
    /// The description of what the user waits for; nil for nothing.
    private(set) var waiting: String?
    private(set) var dialog: DeviceDialog?
    /// Whether to ask the user before the mini app closes: the super app's own question, which does not wait for other
    /// dialogs.
    var asksToClose = false

    @ObservationIgnored private let miniApp: String
    @ObservationIgnored let services: DeviceServices
    @ObservationIgnored let providers: DeviceProviders
    @ObservationIgnored private let pause: @Sendable (Duration) async -> Void
    @ObservationIgnored private var answering: CheckedContinuation<DeviceDialog.Answer, Never>?
    @ObservationIgnored private(set) var turns: [CheckedContinuation<Bool, Never>] = []
    @ObservationIgnored private var lastDialog = 0
    /// Whether the next dialog in line is about to be shown.
    @ObservationIgnored private var isTaken = false
    @ObservationIgnored private var hasLaunched = false
    @ObservationIgnored private var toasts = 0
    @ObservationIgnored private var waits = 0
    @ObservationIgnored private var isToastFresh = false
    @ObservationIgnored var watching: Task<Void, Never>?
    /// Whether a screen of the system is open for the mini app.
    @ObservationIgnored var isPresenting = false
    /// How many pages there were before the current one.
    @ObservationIgnored private(set) var pages = 0
    /// The searches for the position, by whether it is exact.
    @ObservationIgnored var locating: [Bool: Task<DeviceServices.Position?, Never>] = [:]
    /// How the mini app was opened.
    @ObservationIgnored private(set) var launch = MiniAppLaunch()
    /// Whether the app is in the background.
    @ObservationIgnored var isHidden = false

    /// The maximum number of dialogs that wait for the one that is open.
    private static let maximumWaiting = 3

    /// Creates a screen for a mini app.
    ///
    /// - Parameters:
    ///   - miniApp: The name of the mini app, which every dialog shows.
    ///   - services: The system's services.
    ///   - providers: The super app's own services.
    ///   - pause: Waits; for tests.
    public init(
        of miniApp: String, services: DeviceServices = .system, providers: DeviceProviders = DeviceProviders(),
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.miniApp = miniApp
        self.services = services
        self.providers = providers
        self.pause = pause
    }

    /// The names of the methods that this device supports.
    public var methods: Set<String> { Set(carriers.keys) }

    /// Carries out a call.
    public func perform(
        _ method: String, _ parameters: [String: BridgeValue], _ context: BridgeContext,
        tell: @escaping @MainActor (_ event: String, _ parameters: BridgeValue) -> Void
    ) async throws(BridgeError) -> BridgeValue {
        guard let carrier = carriers[method] else {
            throw BridgeError(.unsupported, "This device can't carry out \(method).")
        }
        do {
            return try await carrier(DeviceParameters(parameters, context), tell)
        } catch let error as BridgeError {
            throw error
        } catch {
            throw BridgeError(.internal, "It did not work.")
        }
    }

    /// Records how the mini app was opened, for when it asks.
    public func opened(_ launch: MiniAppLaunch) { self.launch = launch }

    /// Resets the screen for a new page.
    public func reset() {
        (title, mainButton, hasBackButton, closeGuard, colors) = (nil, MainButton(), false, nil, ScreenColors())
        (toast, waiting, asksToClose) = (nil, nil, false)
        watching?.cancel()
        watching = nil
        for search in locating.values { search.cancel() }
        locating = [:]
        isPresenting = false
        pages += 1
        let ended = turns
        turns = []
        for turn in ended { turn.resume(returning: false) }
        isTaken = false
        answer(.cancelled)
    }

    /// Continues the call with the user's answer. Ignored if no dialog is open.
    func answer(_ answer: DeviceDialog.Answer) {
        guard dialog != nil else { return }
        dialog = nil
        let waiting = answering
        answering = nil
        // No other dialog takes its turn before the next one in line is shown.
        isTaken = !turns.isEmpty
        if isTaken { turns.removeFirst().resume(returning: true) }
        waiting?.resume(returning: answer)
    }

    /// Shows a dialog when those before it are closed.
    ///
    /// - Throws: ``BridgeError/Code/busy`` if too many wait, ``BridgeError/Code/cancelled`` if the page has gone.
    func ask(
        _ title: String?, _ message: String, _ kind: DeviceDialog.Kind, button: String = localized("OK"),
        value: String = "", isOfHost: Bool = false
    ) async throws(BridgeError) -> DeviceDialog.Answer {
        if dialog != nil || isTaken {
            guard turns.count < Self.maximumWaiting else {
                throw BridgeError(.busy, "Too many dialogs are waiting.")
            }
            guard await withCheckedContinuation({ turns.append($0) }) else {
                throw BridgeError(.cancelled, "The page has gone.")
            }
        }
        isTaken = false
        lastDialog += 1
        dialog = DeviceDialog(
            id: lastDialog, miniApp: miniApp, title: title, message: message, kind: kind, button: button, value: value,
            isOfHost: isOfHost)
        return await withCheckedContinuation { answering = $0 }
    }

    /// The state of the mini app's lifecycle; the first page of a launch gets `launched`.
    func enter() -> String {
        defer { hasLaunched = true }
        if !hasLaunched { return "launched" }
        return isHidden ? "hidden" : "shown"
    }

    /// Whether the user would lose changes: the mini app guards its screen.
    public var hasChanges: Bool { closeGuard != nil }

    // The following methods let the carriers change the screen.

    func setTitle(_ text: String) { title = text.isEmpty ? nil : text }
    func setBackButton(_ isVisible: Bool) { hasBackButton = isVisible }
    func setColors(_ chosen: ScreenColors) { colors = chosen }
    func setCloseGuard(_ message: String?) { closeGuard = message }
    func setMainButton(_ button: MainButton) { mainButton = button }

    func showToast(_ text: String, for seconds: Double) throws(BridgeError) {
        guard !isToastFresh else {
            throw BridgeError(.limited, "Only one toast per second.", data: ["retryAfter": .integer(1_000)])
        }
        toast = text
        toasts += 1
        isToastFresh = true
        Task { [pause, toasts] in
            await pause(.seconds(1))
            if self.toasts == toasts { self.isToastFresh = false }
            await pause(.seconds(max(0, seconds - 1)))
            if self.toasts == toasts { self.toast = nil }
        }
    }

    func setWaiting(_ text: String?) {
        waiting = text
        waits += 1
        guard text != nil else { return }
        Task { [pause, waits] in
            await pause(.seconds(30))
            if self.waits == waits { self.waiting = nil }
        }
    }
}
