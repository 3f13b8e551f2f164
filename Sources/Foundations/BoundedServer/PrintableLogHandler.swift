import Logging
import PrintableText

/// A log handler that escapes messages and metadata, so that no input can end a line, hide other text or control a
/// terminal. Metadata values are cut at 200 characters, messages at 1,000.
package struct PrintableLogHandler<Base: LogHandler>: LogHandler {
    private var base: Base

    package init(_ base: Base) { self.base = base }

    package var logLevel: Logger.Level {
        get { base.logLevel }
        set { base.logLevel = newValue }
    }

    package var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue.mapValues(Self.printable) }
    }

    package var metadataProvider: Logger.MetadataProvider? {
        get { base.metadataProvider }
        set { base.metadataProvider = newValue }
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue.map(Self.printable) }
    }

    package func log(event: LogEvent) {
        var event = event
        event.message = "\(event.message.description.printable(most: 1_000))"
        event.metadata = event.metadata?.mapValues(Self.printable)
        base.log(event: event)
    }

    private static func printable(_ value: Logger.Metadata.Value) -> Logger.Metadata.Value {
        switch value {
        case .string(let text): .string(text.printable())
        case .stringConvertible(let value): .string(value.description.printable())
        case .array(let values): .array(values.map(printable))
        case .dictionary(let values): .dictionary(values.mapValues(printable))
        }
    }
}
