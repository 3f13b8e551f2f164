/// Counts what happens, for the people who make mini apps and run super apps. It never learns who did it.
///
/// A host passes one to what it runs; what is counted is sent to the Center: see ``UsageReport``.
public protocol UsageCounting: Sendable {
    /// Counts something that happened in a version of a mini app; in the super app itself, if `miniApp` is nil.
    func count(_ name: UsageName, _ times: Int, of miniApp: MiniAppID?, code: Int?)

    /// Notes the text of an error of a mini app. Texts are grouped: nothing tells whose they were.
    func note(_ message: String, of miniApp: MiniAppID, code: Int)
}
