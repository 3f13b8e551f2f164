/// A fragment that is not visible on the other side.
struct Outside: Error {}
