package struct DeviceBody: Codable, Sendable {
    /// What the program calls itself, which people read before they permit it.
    package let program: String

    package init(program: String) {
        self.program = program
    }
}
