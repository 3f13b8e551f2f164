import Foundation

/// The calls that the device carries out for a running mini app.
extension MiniAppSession {
    func needsTap(_ method: String) -> BridgeError {
        BridgeError(.needsTap, "\(method) can only be called when the user has just tapped.")
    }

    /// Whether the mini app may still get an event: no location after it was revoked, or while the mini app is hidden.
    private func mayTell(_ event: String) -> Bool {
        if event == "location.changed", isResting { return false }
        guard event == "location.changed", case .running(let loaded) = phase else { return true }
        refreshSoon()
        return states(of: loaded)["location"] == .granted
    }

    func perform(_ call: DeviceCall, _ context: BridgeContext) async -> Data? {
        guard let device else {
            return call.answer(BridgeError(.unsupported, "This host can't carry out \(call.method)."))
        }
        let started = generation
        do throws(BridgeError) {
            let value = try await device.perform(call.method, call.parameters, context) {
                [weak self] event, parameters in
                guard let self, generation == started, !isClosed, mayTell(event) else { return }
                tell(event, parameters)
            }
            return call.answer(value)
        } catch {
            return call.answer(error)
        }
    }
}
