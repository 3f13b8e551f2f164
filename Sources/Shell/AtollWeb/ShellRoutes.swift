import Hummingbird

/// A group of the shell's routes, with only the dependencies that these routes need.
package protocol ShellRoutes: Sendable {
    func add(to router: Router<ShellContext>)
}
