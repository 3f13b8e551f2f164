import AtollRuntime
import Foundation

extension ScreenDevice {
    /// The methods that the system's services implement.
    var system: [String: Carrier] {
        var carriers: [String: Carrier] = [:]
        if let open = services.open {
            carriers["host.openURL"] = { [self] parameters, _ in
                try await openURL(parameters.text("url") ?? "", known: parameters.context.links, by: open)
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
            carriers["share"] = oneAtATime { [self] parameters in
                let shared = DeviceServices.Shared(
                    title: parameters.text("title"), text: parameters.text("text"),
                    url: parameters.text("url").flatMap { URL(string: $0) }, files: try await shared(parameters))
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
            carriers["scanner.scan"] = oneAtATime { _ in
                guard let (format, text) = await scan() else {
                    throw BridgeError(.cancelled, "The user has cancelled it.")
                }
                return ["format": .string(format), "text": .string(text)]
            }
        }
        return carriers
    }

    /// Carries out calls that show a screen of the system, one at a time: the user answers one at a time, and the data
    /// that each call has read stays in memory until then.
    func oneAtATime(
        _ carry: @escaping @MainActor (DeviceParameters) async throws -> BridgeValue
    ) -> Carrier {
        { [self] parameters, _ in
            guard !isPresenting else { throw BridgeError(.busy, "Another screen of the system is open.") }
            isPresenting = true
            let page = pages
            // Another page may present its own by then.
            defer { if page == pages { isPresenting = false } }
            return try await carry(parameters)
        }
    }

    /// - Parameter known: The origins in the manifest, which was reviewed.
    private func openURL(
        _ text: String, known: [String], by open: (URL) async -> Bool
    ) async throws(BridgeError) -> BridgeValue {
        guard let url = URL(string: text), ["https", "mailto", "tel"].contains(url.scheme?.lowercased()) else {
            throw BridgeError(.invalidParameters, "The parameter \"url\" must begin with https:, mailto: or tel:.")
        }
        // A user name before the host can look like the host.
        guard url.user() == nil, url.password() == nil else {
            throw BridgeError(.invalidParameters, "The parameter \"url\" must not have a user name.")
        }
        if !Self.isOf(known, url) { try await askToOpen(url) }
        guard await open(url) else { throw BridgeError(.unsupported, "Nothing can open this URL.") }
        return .null
    }

    private static func isOf(_ origins: [String], _ url: URL) -> Bool {
        guard url.scheme?.lowercased() == "https", url.user() == nil, let host = url.host()?.lowercased() else {
            return false
        }
        let port = url.port.flatMap { $0 == 443 ? nil : ":\($0)" } ?? ""
        return origins.contains("https://\(host)\(port)")
    }

    private func askToOpen(_ url: URL) async throws(BridgeError) {
        let kind = DeviceDialog.Kind.question(ok: localized("Open"), cancel: localized("Cancel"), isDestructive: false)
        let answer = try await ask(localized("Open this?"), url.absoluteString, kind, isOfHost: true)
        guard answer == .done else { throw BridgeError(.cancelled, "The user has cancelled it.") }
    }

    /// Determines the position; concurrent calls share one search.
    ///
    /// - Returns: nil if it is not found in time. A later result is discarded, because the device may have moved by
    ///   then.
    private func find(
        _ isPrecise: Bool, by position: @escaping @Sendable (_ isPrecise: Bool) async -> DeviceServices.Position?,
        within time: Duration
    ) async -> DeviceServices.Position?? {
        let search =
            locating[isPrecise]
            ?? Task { [weak self] in
                let found = await position(isPrecise)
                if !Task.isCancelled { self?.locating[isPrecise] = nil }
                return found
            }
        locating[isPrecise] = search
        return await BoundedWait.within(time) { await search.value }
    }

    /// How long to look for the position, in milliseconds, unless the mini app gives a timeout.
    private static let locatingTime = 15_000.0

    private func place(
        _ position: @escaping @Sendable (_ isPrecise: Bool) async -> DeviceServices.Position?,
        _ carriers: inout [String: Carrier]
    ) {
        carriers["location.current"] = { [self] parameters, _ in
            let isPrecise = parameters.flag("precise") ?? false
            let time = Duration.milliseconds(Int(parameters.number("timeout") ?? Self.locatingTime))
            guard let answer = await find(isPrecise, by: position, within: time) else {
                throw BridgeError(.timeout, "The location was not found in time.")
            }
            guard let found = answer else {
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
    /// The position as mini apps receive it: rounded to 0.01 degrees unless the user has allowed more.
    fileprivate func value(isPrecise: Bool) -> BridgeValue {
        let rounded = { (number: Double) in isPrecise ? number : (number * 100).rounded() / 100 }
        return [
            "latitude": .number(rounded(latitude)), "longitude": .number(rounded(longitude)),
            "accuracy": .number(isPrecise ? accuracy : max(accuracy, 1_000)),
            "time": .integer(Int(exactly: (time.timeIntervalSince1970 * 1_000).rounded()) ?? 0),
        ]
    }
}
