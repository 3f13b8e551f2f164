/// The holder of the current task's transfers. If many transfers wait for one server, the holder with the fewest under
/// way is next, so that one client of a program can't make the others wait by requesting many at a time. It has no
/// effect on Apple's systems, where nothing waits.
package enum TransferTurn {
    /// A name for the client, such as its network or the user; nil for the program's own work.
    @TaskLocal package static var holder: String?
}
