import AtollRuntime
import Foundation

extension ScreenDevice {
    /// The methods that the system carries out, as far as it can.
    var system: [String: Carrier] {
        var carriers: [String: Carrier] = [:]
        if let open = services.open {
            carriers["host.openURL"] = { [self] parameters, _ in
                try await openURL(parameters.text("url") ?? "", by: open)
            }
        }
        if let copy = services.copy {
            carriers["clipboard.write"] = { parameters, _ in
                copy(parameters.text("text") ?? "")
                return .null
            }
        }
        if let paste = services.paste {
            carriers["clipboard.read"] = { _, _ in .string(String((await paste() ?? "").prefix(100_000))) }
        }
        if let share = services.share {
            carriers["share"] = { parameters, _ in
                let shared = DeviceServices.Shared(
                    title: parameters.text("title"), text: parameters.text("text"),
                    url: parameters.text("url").flatMap { URL(string: $0) })
                return ["shared": .bool(await share(shared))]
            }
        }
        if let vibrate = services.vibrate {
            carriers["ui.haptic"] = { parameters, _ in
                vibrate(parameters.text("kind") ?? "")
                return .null
            }
        }
        if let battery = services.battery {
            carriers["device.battery"] = { _, _ in
                guard let (level, isCharging) = battery() else {
                    throw BridgeError(.unsupported, "This device can't tell how full its battery is.")
                }
                return ["level": .number(level), "charging": .bool(isCharging)]
            }
        }
        if let isOnline = services.isOnline {
            carriers["device.network"] = { _, _ in ["online": .bool(isOnline()), "type": "unknown"] }
        }
        if let orient = services.orient {
            carriers["page.setOrientation"] = { parameters, _ in
                orient(parameters.text("orientation") ?? "any")
                return .null
            }
        }
        if let position = services.position { place(position, &carriers) }
        if let scan = services.scan {
            carriers["scanner.scan"] = { _, _ in
                guard let (format, text) = await scan() else {
                    throw BridgeError(.cancelled, "The user has cancelled it.")
                }
                return ["format": .string(format), "text": .string(text)]
            }
        }
        return carriers
    }

    private func openURL(_ text: String, by open: (URL) async -> Bool) async throws(BridgeError) -> BridgeValue {
        guard let url = URL(string: text), ["https", "mailto", "tel"].contains(url.scheme?.lowercased()) else {
            throw BridgeError(.invalidParameters, "The parameter \"url\" must begin with https:, mailto: or tel:.")
        }
        let kind = DeviceDialog.Kind.question(ok: localized("Open"), cancel: localized("Cancel"), isDestructive: false)
        let answer = try await ask(localized("Open this?"), url.absoluteString, kind)
        guard answer == .done else { throw BridgeError(.cancelled, "The user has cancelled it.") }
        guard await open(url) else { throw BridgeError(.unsupported, "Nothing can open this URL.") }
        return .null
    }

    private func place(
        _ position: @escaping (_ isPrecise: Bool) async -> DeviceServices.Position?, _ carriers: inout [String: Carrier]
    ) {
        carriers["location.current"] = { parameters, _ in
            let isPrecise = parameters.flag("precise") ?? false
            guard let found = await position(isPrecise) else {
                throw BridgeError(.unsupported, "This device can't determine its location now.")
            }
            return found.value(isPrecise: isPrecise)
        }
        carriers["location.watch"] = { [self] parameters, tell in
            let isPrecise = parameters.flag("precise") ?? false
            watching?.cancel()
            watching = Task {
                var last: BridgeValue?
                while !Task.isCancelled {
                    if let found = await position(isPrecise)?.value(isPrecise: isPrecise), found != last {
                        last = found
                        if !Task.isCancelled { tell("location.changed", found) }
                    }
                    try? await Task.sleep(for: .seconds(1))
                }
            }
            return .null
        }
        carriers["location.unwatch"] = { [self] _, _ in
            watching?.cancel()
            watching = nil
            return .null
        }
    }
}

extension DeviceServices.Position {
    /// The place as mini apps get it: rounded to 0.01 degrees unless the user has allowed more.
    fileprivate func value(isPrecise: Bool) -> BridgeValue {
        let rounded = { (number: Double) in isPrecise ? number : (number * 100).rounded() / 100 }
        return [
            "latitude": .number(rounded(latitude)), "longitude": .number(rounded(longitude)),
            "accuracy": .number(isPrecise ? accuracy : max(accuracy, 1_000)),
            "time": .integer(Int(exactly: (time.timeIntervalSince1970 * 1_000).rounded()) ?? 0),
        ]
    }
}
