/// The events of the DevTools protocol's `Fetch`, `Runtime`, `Log` and `Page` domains that the renderer handles.
enum PageEvents {
    struct Request: Decodable {
        struct Line: Decodable {
            let url: String
            let method: String
        }
        let requestId: String
        let request: Line
        let resourceType: String
    }

    struct Call: Decodable {
        let name: String
        let payload: String
    }

    struct Exception: Decodable {
        struct Details: Decodable {
            struct Object: Decodable { let description: String? }
            let text: String
            let exception: Object?
        }
        let exceptionDetails: Details
    }

    struct ConsoleCall: Decodable {
        struct Argument: Decodable {
            let description: String?
            let value: Text?
        }
        let type: String
        let args: [Argument]
    }

    struct LogEntry: Decodable {
        struct Entry: Decodable {
            let source: String
            let level: String
            let text: String
            let url: String?
        }
        let entry: Entry
    }

    /// A value, decoded if it is a text.
    struct Text: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
    }
}
