import AtollCenterAPI
import AtollCenterDomain
import AtollPackages

extension PublisherKeysView: Documented {
    package init(publisher: PublisherID?, repository: SHA256Hash?, present: PublisherFile?, requests: [KeyRequest]) {
        self.init(
            publisher: publisher?.rawValue,
            repository: repository?.hex,
            threshold: present?.threshold ?? 0,
            keys: present?.keys.keys.sorted() ?? [],
            requests: requests.map { KeyRequestView($0) })
    }

    package static let schemaName = "PublisherKeys"
    package static let schema = JSONSchema.object(
        [
            "publisher": .reverseDomain, "repository": .text(64...64), "threshold": .integer(0...20),
            "keys": .list(of: .text(64...64), upTo: 20),
            "requests": .list(of: .named(KeyRequestView.schemaName), upTo: 50),
        ], optional: ["publisher", "repository"])
    package static var shape: DocumentedShape {
        DocumentedShape(
            name: schemaName,
            schemas: [schemaName: schema].merging(KeyRequestView.shape.schemas) { first, _ in first })
    }
}
