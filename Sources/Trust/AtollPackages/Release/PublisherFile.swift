import Foundation
import SignedJSON

/// A publisher's record: the keys that sign its statements, and the lowest versions that may still run. It is a target
/// of the repository that only the review team's offline keys can sign.
public struct PublisherFile: Hashable, Sendable {
    /// The publisher's id.
    public var publisher: PublisherID
    /// The number of keys that must sign a statement.
    public var threshold: Int
    /// The publisher's keys by their ids; 1 to 20.
    public private(set) var keys: [String: VerificationKey]
    /// The lowest version code that may run, for mini apps whose older versions were withdrawn for good.
    public var floors: [MiniAppID: Int]
    /// How often the floors of a mini app have been reset; 0 for mini apps that are not listed. A device that sees a
    /// higher number than before forgets the floors that it has seen for the mini app. This is the way back after a
    /// stolen key has signed a floor that no version can reach.
    public var floorsEpochs: [MiniAppID: Int]

    /// The maximum length of a publisher's file, in bytes.
    public static let maximumLength = 65_536

    /// Creates a publisher's record.
    ///
    /// - Precondition: `threshold` is from 1 to the number of different keys.
    public init(
        _ publisher: PublisherID, keys: [VerificationKey], threshold: Int = 1, floors: [MiniAppID: Int] = [:],
        floorsEpochs: [MiniAppID: Int] = [:]
    ) {
        self.publisher = publisher
        self.threshold = threshold
        self.keys = Dictionary(keys.map { ($0.id, $0) }) { first, _ in first }
        self.floors = floors
        self.floorsEpochs = floorsEpochs
        precondition(
            (1...max(1, self.keys.count)).contains(threshold), "The threshold must be from 1 to the number of keys.")
    }

    /// The path of a publisher's target in the repository.
    public static func path(of publisher: PublisherID) -> String { "publishers/\(publisher).json" }

    /// The bytes of the file: JSON with sorted names.
    public func encoded() -> Data {
        let keys = keys.map { (ExactString($0.key), $0.value.json) }
        let floors = floors.map { (ExactString($0.key.rawValue), JSONValue.integer($0.value)) }
        var members: [ExactString: JSONValue] = [
            "publisher": .string(publisher.rawValue), "threshold": .integer(threshold),
            "keys": .object(Dictionary(keys) { first, _ in first }),
            "floors": .object(Dictionary(floors) { first, _ in first }),
        ]
        // Left out if all are zero, as in files from before they existed.
        let epochs = floorsEpochs.filter { $0.value > 0 }
            .map { (ExactString($0.key.rawValue), JSONValue.integer($0.value)) }
        if !epochs.isEmpty { members["floorsEpochs"] = .object(Dictionary(epochs) { first, _ in first }) }
        return Data(JSONValue.object(members).readableBytes)
    }

    /// Parses a publisher's file.
    ///
    /// - Throws: ``ReleaseRefusal/malformed(_:_:)``.
    public init(parsing data: Data) throws(ReleaseRefusal) {
        guard data.count <= Self.maximumLength else {
            throw .malformed("publisher", "it is longer than \(Self.maximumLength) bytes")
        }
        do {
            try self.init(JSONFields(JSONValue(parsing: data)))
        } catch {
            throw .malformed("publisher", String(describing: error))
        }
    }

    init(_ fields: JSONFields) throws(JSONFieldError) {
        guard let publisher = PublisherID(try fields.string("publisher")) else {
            throw fields.error("publisher", "must be a publisher id such as com.example")
        }
        let listed = try fields.object("keys")
        guard (1...20).contains(listed.members.count) else { throw fields.error("keys", "must list 1 to 20 keys") }
        var keys: [String: VerificationKey] = [:]
        for (id, value) in listed.members {
            let key = try VerificationKey(JSONFields(value, at: "keys"))
            // An id that is not the key's own could let one key count twice.
            guard key.id == id.text else { throw fields.error("keys", "lists a key under an id that is not its own") }
            keys[id.text] = key
        }
        guard Set(keys.values.map(\.identity)).count == keys.count else {
            throw fields.error("keys", "lists a key twice")
        }
        func numbers(_ member: ExactString) throws(JSONFieldError) -> [MiniAppID: Int] {
            let numberFields = try fields.object(member)
            var numbers: [MiniAppID: Int] = [:]
            for name in numberFields.members.keys {
                guard let app = MiniAppID(name.text), app.belongs(to: publisher) else {
                    throw numberFields.error(name, "is not a mini app of \(publisher)")
                }
                numbers[app] = try numberFields.integer(name, in: 0...Int(Int32.max))
            }
            return numbers
        }
        floors = try numbers("floors")
        floorsEpochs = fields.has("floorsEpochs") ? try numbers("floorsEpochs") : [:]
        self.publisher = publisher
        threshold = try fields.integer("threshold", in: 1...keys.count)
        self.keys = keys
    }

    /// How often the floors of a mini app have been reset.
    public func floorsEpoch(of app: MiniAppID) -> Int { floorsEpochs[app] ?? 0 }
}
