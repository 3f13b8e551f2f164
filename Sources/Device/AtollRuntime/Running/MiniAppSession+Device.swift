import Foundation

/// What the device carries out for a running mini app.
extension MiniAppSession {
    func needsTap(_ method: String) -> BridgeError {
        BridgeError(.needsTap, "\(method) can only be called when the user has just tapped.")
    }

    /// Whether the mini app may still hear of something: not of a place, if that was taken back, or while nobody sees it.
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
