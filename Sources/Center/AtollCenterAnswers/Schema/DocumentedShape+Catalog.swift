import AtollCenterAPI
import AtollCenterDomain
import AtollPackages
import SignedJSON

/// The bodies that devices and publishers' tools send and receive, encoded by types of other modules.
extension DocumentedShape {
    private init(_ name: String, _ schema: JSONSchema, with others: DocumentedShape...) {
        self.init(
            name: name,
            schemas: others.reduce(into: [name: schema]) { all, other in
                all.merge(other.schemas) { first, _ in first }
            })
    }

    /// Its own schema.
    package var schema: JSONSchema? { schemas[name] }

    private static let listingMembers: KeyValuePairs<ExactString, JSONSchema> = [
        "id": .reverseDomain, "name": .text(), "shortName": .text(), "description": .text(), "language": .text(),
        "version": release, "icon": .object(["sha256": .digest, "length": size, "path": .text()]),
        "files": .object(["sha256": .digest, "length": size, "count": size, "bytes": size]), "published": .date,
        "tags": .list(of: .text(), upTo: 20), "places": .list(of: place, upTo: 50),
        "texts": .map(
            of: .object(
                ["name": .text(), "shortName": .text(), "description": .text()],
                optional: ["name", "shortName", "description"]), upTo: 50),
        "attributes": .map(of: .textOrNumber, upTo: 50),
    ]
    private static let optionalOfListing: Set<ExactString> = [
        "shortName", "description", "language", "icon", "tags", "places", "texts", "attributes",
    ]
    private static let size = JSONSchema.integer(0...(1 << 53))
    private static let release = JSONSchema.object(["code": .integer(1...(1 << 53)), "name": .text()])
    private static let place = JSONSchema.object([
        "name": .text(1...100),
        "point": .object(["latitude": .number(-90...90), "longitude": .number(-180...180)]),
    ])

    package static let listing = DocumentedShape("Listing", .object(listingMembers, optional: optionalOfListing))

    package static let listingPage = DocumentedShape(
        "ListingPage",
        .object(
            [
                "items": .list(of: .named("Listing"), upTo: MiniAppListingPage.maximumCount), "start": size,
                "total": size, "next": .text(),
            ], optional: ["next"]), with: listing)

    package static let details = DocumentedShape(
        "Details",
        .object(
            [
                "keywords": .list(of: .text(1...50), upTo: 20), "tags": .list(of: .text(1...50), upTo: 20),
                "places": .list(of: place, upTo: 50),
                "attributes": .map(of: .map(of: .textOrNumber, upTo: 50), upTo: 20),
            ], optional: ["keywords", "tags", "places", "attributes"]))

    package static let access = DocumentedShape(
        "Access",
        .object(
            [
                "roles": .list(of: .text(1...100), upTo: 50),
                "minimumHost": .text(1...64, pattern: "^[0-9]+([.][0-9]+)*$"),
            ],
            optional: ["minimumHost"]))

    package static let attributes = DocumentedShape(
        "Attributes",
        .list(
            of: .object(
                [
                    "name": .text(1...50, pattern: "^[A-Za-z][A-Za-z0-9_-]*$"), "required": .bool,
                    "type": .one(of: ["text", "number", "choice"]),
                    "choices": .list(of: .text(1...200), upTo: 200, from: 1),
                ], optional: ["required", "choices"]), upTo: 50))

    private static let period: KeyValuePairs<ExactString, JSONSchema> = [
        "miniApp": .reverseDomain, "from": .date, "to": .date,
    ]

    package static let featured = DocumentedShape("Featured", .list(of: .object(period), upTo: FeaturedList.limit))

    package static let featuredPeriods = DocumentedShape(
        "FeaturedPeriods",
        .list(
            of: .object([
                "miniApp": .reverseDomain, "from": .date, "to": .date,
                "state": .one(of: FeaturedPeriodView.State.allCases.map(\.rawValue)),
            ]), upTo: FeaturedList.limit))

    package static let featuredPeriod = DocumentedShape(
        "FeaturedPeriod", .object(["miniApp": .reverseDomain, "from": .date]))

    package static let newFeatured = DocumentedShape(
        "NewFeatured",
        .object(
            ["miniApp": .reverseDomain, "from": .date, "to": .date, "isFirst": .bool], optional: ["isFirst"]))

    package static let home = DocumentedShape("HomeConfiguration", .object)

    package static let versions = DocumentedShape(
        "Versions",
        .object(
            [
                "versions": .list(of: .named("Listing"), upTo: 1_000_000), "repository": .digest,
                "statements": .list(of: .text(), upTo: 1_000_000),
                "states": .list(of: .one(of: VersionState.allCases.map(\.rawValue)), upTo: 1_000_000),
                "withdrawn": .list(
                    of: .object(["code": .integer(1...(1 << 53)), "date": .date, "reason": .text()]), upTo: 1_000_000),
                "current": .integer(1...(1 << 53)),
            ], optional: ["current"]), with: listing)

    package static let uploaded: DocumentedShape = {
        var members = Dictionary(listingMembers.map { ($0.key, $0.value) }) { first, _ in first }
        members["state"] = .one(of: VersionState.allCases.map(\.rawValue))
        members["revision"] = .integer(1...(1 << 53))
        return DocumentedShape("Uploaded", .object(members, optional: optionalOfListing))
    }()

    package static let withdrawalRequest = DocumentedShape(
        "WithdrawalRequest",
        .object(
            ["reason": .text(1...Withdrawal.maximumReason), "isDryRun": .bool], optional: ["isDryRun"]))

    package static let withdrawal = DocumentedShape(
        "Withdrawal",
        .object(
            [
                "version": release, "fallback": release, "dropped": .list(of: .text(), upTo: 20),
                "publisher": .reverseDomain, "since": .date,
            ], optional: ["fallback", "since"]))

    package static let report = DocumentedShape("Report", .object)

    package static let presentation = DocumentedShape(
        "Presentation",
        .object(
            [
                "notes": .text(),
                "pictures": .list(
                    of: .object(["page": .text(), "look": .text(), "sha256": .digest]),
                    upTo: MiniAppPresentation.maximumPictures),
                "publisherName": .text(),
            ], optional: ["publisherName"]))

    private static let problemReport = DocumentedShape(
        "ProblemReport",
        .object(
            [
                "id": .text(1...40), "kind": .one(of: ProblemReport.Kind.allCases.map(\.rawValue)),
                "text": .text(1...ProblemReport.maximumText), "reported": .date,
                "state": .one(of: ProblemReport.State.allCases.map(\.rawValue)),
                "answer": .text(1...ProblemReport.maximumText),
            ], optional: ["answer"]))

    package static let feedback = DocumentedShape(
        "Feedback",
        .object(
            [
                "rating": .object(["average": .number(1...5), "count": size]),
                "ownStars": .integer(NewRating.starRange),
                "problems": .list(of: .named("ProblemReport"), upTo: MiniAppFeedback.maximumProblems),
            ], optional: ["rating", "ownStars"]), with: problemReport)

    package static let newRating = DocumentedShape(
        "NewRating", .object(["stars": .integer(0...NewRating.starRange.upperBound), "code": .integer(1...(1 << 53))]))

    package static let newProblemReport = DocumentedShape(
        "NewProblemReport",
        .object([
            "id": .text(32...32, pattern: "^[0-9a-f]{32}$"),
            "kind": .one(of: ProblemReport.Kind.allCases.map(\.rawValue)),
            "text": .text(1...ProblemReport.maximumText), "code": .integer(1...(1 << 53)),
            "platform": .one(of: UsageReport.platforms),
        ]))

    package static let package = DocumentedShape("Package", .text())
    package static let bytes = DocumentedShape("Bytes", .text())
}
