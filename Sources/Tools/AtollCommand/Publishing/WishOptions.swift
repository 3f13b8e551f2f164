import ArgumentParser
import SignedJSON

/// The notes of a version, and how it is released after its approval.
struct WishOptions: ParsableArguments {
    @Option(help: "What is new, for reviewers and users.")
    var notes = ""

    @Flag(help: "Release it yourself after its approval. Otherwise it is released automatically.")
    var manual = false

    @Option(help: "Release it at this time, such as 2027-03-01T09:00:00Z.")
    var at: PointInTime?

    func validate() throws {
        if manual, at != nil { throw ValidationError("Choose --manual or --at.") }
    }

    /// Whether any option was given.
    var isGiven: Bool { !notes.isEmpty || manual || at != nil }

    var body: [ExactString: JSONValue] {
        var body: [ExactString: JSONValue] = ["notes": .string(notes)]
        body["release"] = .string(manual ? "manual" : at == nil ? "automatic" : "at")
        if let at { body["at"] = .integer(at.seconds) }
        return body
    }
}
