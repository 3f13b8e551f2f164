/// For whom the current task transfers something. Where many transfers wait for one server, whoever has the fewest under way is next, so that
/// one client of a program can't keep the others waiting by asking for much at once. On Apple's systems it changes nothing: nothing waits there.
package enum TransferTurn {
    /// A name for the client, such as its network or the user; nil for the program's own work.
    @TaskLocal package static var holder: String?
}
