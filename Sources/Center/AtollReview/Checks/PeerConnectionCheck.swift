/// `net-webrtc`: a WebRTC connection. No policy of a host can block it, and hosts can't see what it sends.
struct PeerConnectionCheck: ReviewCheck {
    private static let names: [StaticString] = [
        "RTCPeerConnection", "webkitRTCPeerConnection", "mozRTCPeerConnection",
    ]

    func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        for script in file.scripts {
            for index in script.words + script.strings where isUsed(index, script) {
                list.add(
                    "net-webrtc", .warn, file, at: script.offset(index),
                    "The script connects by WebRTC, which hosts can't stop: it can send what it knows to anybody.",
                    advice: "Leave it out: the bridge has realtime between users (rooms).")
            }
        }
    }

    /// Whether the token refers to the constructor, by its name or by a text, other than to test whether it exists.
    private func isUsed(_ index: Int, _ script: Script) -> Bool {
        switch script.kind(index) {
        case .word?, .escapedWord?:
            guard Self.names.contains(where: { script.isWord(index, $0) }) else { return false }
            return !isAsked(index - 1, ".", script)
        case .string?, .template?:
            guard let text = script.string(index), Self.names.contains(where: { $0.description == text }) else {
                return false
            }
            // `"RTCPeerConnection" in window`, `typeof window["RTCPeerConnection"]`
            return !script.isWord(index + 1, "in") && !isAsked(index - 1, "[", script)
        default: return false
        }
    }

    /// Whether only its type is tested, as in `typeof window.RTCPeerConnection`, by the token before `window`.
    private func isAsked(_ before: Int, _ mark: Unicode.Scalar, _ script: Script) -> Bool {
        var before = before
        if script.isMark(before, mark), script.isGlobalObject(before - 1) { before -= 2 }
        return script.isWord(before, "typeof") || script.isWord(before, "instanceof")
    }
}
