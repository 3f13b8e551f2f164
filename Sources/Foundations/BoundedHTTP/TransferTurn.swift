/// The holder of the current task's transfers. Where many transfers wait for one server, the holder with the fewest in
/// progress is next, so that one client of a program can't delay the others by many requests. On Apple's systems it has
/// no effect: nothing waits there.
package enum TransferTurn {
    /// A name for the client, such as its network or the user; nil for the program's own work.
    @TaskLocal package static var holder: String?
}
