package struct DeviceBody: Codable, Sendable {
    /// The program's name for itself, which users read before they permit it.
    package let program: String

    package init(program: String) {
        self.program = program
    }
}
