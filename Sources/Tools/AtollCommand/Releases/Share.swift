import ArgumentParser

/// A share of all devices, as a command-line argument: `10%`, or `2.5%`.
struct Share: ExpressibleByArgument {
    /// The number of devices in 10,000.
    let permyriad: Int

    init?(argument: String) {
        let text = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard (1...2).contains(parts.count), isNumber, let whole = Int(parts[0]), whole <= 100 else { return nil }
        let rest = parts.count == 2 ? parts[1] : ""
        guard rest.utf8.count <= 2, let hundredths = Int(rest + String(repeating: "0", count: 2 - rest.utf8.count))
        else {
            return nil
        }
        guard whole * 100 + hundredths <= 10_000 else { return nil }
        permyriad = whole * 100 + hundredths
    }

    var defaultValueDescription: String { VersionText.percent(permyriad) }
}
