import ArgumentParser
import SignedJSON

/// The steps by which a version reaches more devices, as a command-line argument.
struct PlanOption: ExpressibleByArgument {
    let steps: [JSONValue]

    /// Parses `week`, or steps such as `1%,24h:10%,48h:100%`: each share with the time since the previous one.
    init?(argument: String) {
        if argument == "week" {
            // The same steps as in Apple's phased releases and in the Center's own plan.
            steps = [100, 200, 500, 1_000, 2_000, 5_000, 10_000].enumerated().map { index, permyriad in
                Self.step(after: index == 0 ? 0 : 86_400, permyriad)
            }
            return
        }
        var steps: [JSONValue] = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard let share = pieces.last.flatMap(Share.init(argument:)) else { return nil }
            switch (steps.isEmpty, pieces.count) {
            case (true, 1): steps.append(Self.step(after: 0, share.permyriad))
            case (false, 2):
                guard let after = Self.seconds(pieces[0]) else { return nil }
                steps.append(Self.step(after: after, share.permyriad))
            default: return nil
            }
        }
        self.steps = steps
    }

    private static func step(after: Int, _ permyriad: Int) -> JSONValue {
        .object(["after": .integer(after), "permyriad": .integer(permyriad)])
    }

    /// `90m`, `24h` or `2d` in seconds.
    private static func seconds(_ text: String) -> Int? {
        let units: [Character: Int] = ["m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()),
            (1...100_000).contains(number)
        else { return nil }
        return number * unit
    }
}
