import AtollPackages
import AtollRuntime
import AtollTexts
import Foundation

extension ScreenDevice {
    typealias Tell = @MainActor (_ event: String, _ parameters: BridgeValue) -> Void
    typealias Carrier = @MainActor (DeviceParameters, @escaping Tell) async throws -> BridgeValue

    /// The implementations of all methods that this device supports.
    var carriers: [String: Carrier] {
        page.merging(dialogs) { first, _ in first }.merging(system) { first, _ in first }
            .merging(reach) { first, _ in first }
    }

    private var page: [String: Carrier] {
        [
            "page.setTitle": { [self] parameters, _ in
                setTitle(parameters.text("title") ?? "")
                return .null
            },
            "page.setMainButton": { [self] parameters, _ in
                var button = mainButton
                button.text = parameters.text("text") ?? button.text
                button.isVisible = parameters.flag("visible") ?? false && !button.text.isEmpty
                button.isEnabled = parameters.flag("enabled") ?? true
                button.isLoading = parameters.flag("loading") ?? false
                button.isDestructive = parameters.text("role") == "destructive"
                setMainButton(button)
                return .null
            },
            "page.setBackButton": { [self] parameters, _ in
                setBackButton(parameters.flag("visible") ?? false)
                return .null
            },
            "page.setAppearance": { [self] parameters, _ in
                var chosen = colors
                chosen.background = parameters.text("background").flatMap { HexColor($0) } ?? chosen.background
                chosen.bar = parameters.text("bar").flatMap { HexColor($0) } ?? chosen.bar
                chosen.hasLightText = parameters.text("statusText").map { $0 == "light" } ?? chosen.hasLightText
                setColors(chosen)
                return .null
            },
            "page.setCloseGuard": { [self] parameters, _ in
                let message = parameters.text("message") ?? ""
                let isOn = parameters.flag("enabled") ?? false
                setCloseGuard(
                    isOn ? (message.isEmpty ? localized("What you have entered may not be saved.") : message) : nil)
                return .null
            },
            "lifecycle.state": { [self] _, _ in
                let language = Locale.current.identifier(.bcp47)
                var input: [String: BridgeValue] = [
                    "pagePath": .string(launch.page), "lang": .string(language),
                    "dir": .string(TextLanguage.isRightToLeft(language) ? "rtl" : "ltr"),
                ]
                input["referrerInfo"] = launch.referrer.map { .string($0.rawValue) }
                return [
                    "global": .string(enter()), "page": isHidden ? "hidden" : "shown", "input": .object(input),
                ]
            },
            "apps.launch": { [self] _, _ in launch.value },
            "user.signIn": { _, _ in ["signedIn": .bool(true)] },
        ]
    }

    private var dialogs: [String: Carrier] {
        [
            "ui.toast": { [self] parameters, _ in
                try showToast(parameters.text("text") ?? "", for: parameters.number("seconds") ?? 3)
                return .null
            },
            "ui.loading": { [self] parameters, _ in
                let text = parameters.text("text") ?? ""
                setWaiting(parameters.flag("visible") ?? false ? (text.isEmpty ? localized("Please wait") : text) : nil)
                return .null
            },
            "ui.alert": { [self] parameters, _ in
                _ = try await ask(
                    parameters.text("title"), parameters.text("message") ?? "", .message,
                    button: parameters.text("button") ?? localized("OK"))
                return .null
            },
            "ui.confirm": { [self] parameters, _ in
                let kind = DeviceDialog.Kind.question(
                    ok: parameters.text("ok") ?? localized("OK"),
                    cancel: parameters.text("cancel") ?? localized("Cancel"),
                    isDestructive: parameters.flag("destructive") ?? false)
                let answer = try await ask(parameters.text("title"), parameters.text("message") ?? "", kind)
                return .bool(answer == .done)
            },
            "ui.prompt": { [self] parameters, _ in
                let answer = try await ask(
                    parameters.text("title"), parameters.text("message") ?? "",
                    .field(placeholder: parameters.text("placeholder") ?? ""), value: parameters.text("value") ?? "")
                guard case .text(let text) = answer else { return .null }
                return .string(text)
            },
            "ui.choose": { [self] parameters, _ in
                let options = parameters.list("options").map { option in
                    DeviceDialog.Option(
                        id: option["id"]?.string ?? "", text: option["text"]?.string ?? "",
                        isDestructive: option["destructive"] == .bool(true))
                }
                let answer = try await ask(parameters.text("title"), "", .options(options))
                guard case .option(let id) = answer else { return .null }
                return .string(id)
            },
        ]
    }
}
