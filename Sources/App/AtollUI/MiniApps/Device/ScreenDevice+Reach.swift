import AtollPackages
import AtollRuntime
import Foundation

extension ScreenDevice {
    /// The methods that the super app's own providers implement, and those that lead elsewhere in the app.
    var reach: [String: Carrier] {
        var carriers: [String: Carrier] = [:]
        if let openSettings = providers.openSettings {
            carriers["host.openSettings"] = { _, _ in
                openSettings()
                return .null
            }
        }
        if let openMiniApp = providers.openMiniApp {
            carriers["apps.open"] = { [self] parameters, _ in
                try await openOther(parameters, by: openMiniApp)
            }
        }
        guard let (miniApp, user) = providers.running else { return carriers }
        if let payments = providers.payments {
            carriers["payments.request"] = { [self] parameters, _ in
                try await pay(parameters, by: payments, of: miniApp, user)
            }
        }
        if let contacts = providers.contacts {
            carriers["contacts.pick"] = { [self] parameters, _ in
                try await pick(parameters, from: contacts, user)
            }
            if let messages = providers.messages {
                carriers["messages.send"] = { [self] parameters, _ in
                    try await send(parameters, by: messages, to: contacts, of: miniApp, user)
                }
            }
        }
        return carriers.merging(filing) { first, _ in first }
    }

    private func openOther(
        _ parameters: DeviceParameters, by open: @MainActor @Sendable (MiniAppOpening) -> Bool
    ) async throws(BridgeError) -> BridgeValue {
        guard let id = MiniAppID(parameters.text("id") ?? "") else {
            throw BridgeError(.invalidParameters, "The parameter \"id\" must be the id of a mini app.")
        }
        guard id != parameters.context.miniApp else {
            throw BridgeError(.invalidParameters, "A mini app leads to its own pages by links.")
        }
        let page = parameters.text("page") ?? ""
        guard !page.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else {
            throw BridgeError(.invalidParameters, "The parameter \"page\" must be a page.")
        }
        let query = parameters.text("query") ?? ""
        guard query.removingPercentEncoding != nil else {
            throw BridgeError(.invalidParameters, "The parameter \"query\" must be encoded as in a URL.")
        }
        let kind = DeviceDialog.Kind.question(ok: localized("Open"), cancel: localized("Cancel"), isDestructive: false)
        let answer = try await ask(localized("Open another mini app?"), id.rawValue, kind, isOfHost: true)
        guard answer == .done else { throw BridgeError(.cancelled, "The user has cancelled it.") }
        let launch = MiniAppLaunch(
            .app, referrer: parameters.context.miniApp, parameters: parameters.members["params"],
            page: page, query: query)
        guard open(MiniAppOpening(id, launch, isForResult: parameters.flag("forResult") ?? false)) else {
            throw BridgeError(.notFound, "The user has no such mini app.")
        }
        return .null
    }

    private func pay(
        _ parameters: DeviceParameters, by provider: any PaymentProvider, of miniApp: MiniAppID, _ user: String
    ) async throws(BridgeError) -> BridgeValue {
        let amount = parameters.members["amount"]
        let (value, currency) = (amount?["value"]?.string ?? "", amount?["currency"]?.string ?? "")
        guard PaymentRequest.isAmount(value, in: currency) else {
            throw BridgeError(
                .invalidParameters, "The amount must be positive, with no more decimals than its currency has."
            )
        }
        // A label with several lines could look like several items.
        let line = { (text: String?) in (text ?? "").split(whereSeparator: \.isNewline).joined(separator: " ") }
        let label = line(parameters.text("label"))
        let items = parameters.list("items").map {
            PaymentRequest.Item(label: line($0["label"]?.string), value: $0["value"]?.string ?? "")
        }
        guard items.isEmpty || PaymentRequest.isBill(items.map(\.value), of: value, in: currency) else {
            throw BridgeError(.invalidParameters, "The items must add up to the amount.")
        }
        let kind = DeviceDialog.Kind.question(
            ok: localized("Pay \(value) \(currency)"), cancel: localized("Cancel"), isDestructive: false)
        let bill = [label] + items.map { "\($0.label): \($0.value) \(currency)" }
        let answer = try await ask(
            localized("Pay \(value) \(currency)?"), bill.joined(separator: "\n"), kind, isOfHost: true)
        guard answer == .done else { return ["status": "cancelled"] }
        let request = PaymentRequest(
            id: parameters.text("id") ?? "", value: value, currency: currency, label: label, items: items,
            data: parameters.members["data"])
        let outcome = await provider.outcome(of: request, of: miniApp, by: user)
        guard let receipt = outcome.receipt else { return ["status": .string(outcome.status.rawValue)] }
        return ["status": .string(outcome.status.rawValue), "receipt": .string(receipt)]
    }

    private func pick(
        _ parameters: DeviceParameters, from provider: any ContactsProvider, _ user: String
    ) async throws(BridgeError) -> BridgeValue {
        let fields = parameters.list("fields").compactMap(\.string)
        guard parameters.flag("multiple") ?? false else {
            guard let contact = try await choose(localized("Choose somebody"), "", from: provider, user) else {
                throw BridgeError(.cancelled, "The user has cancelled it.")
            }
            return .array([contact.value(fields: fields)])
        }
        let people = try await people(of: provider, user)
        let answer = try await ask(localized("Choose people"), "", .several(Self.options(people)), isOfHost: true)
        guard case .several(let ids) = answer else { throw BridgeError(.cancelled, "The user has cancelled it.") }
        return .array(people.filter { ids.contains($0.id) }.map { $0.value(fields: fields) })
    }

    private func send(
        _ parameters: DeviceParameters, by messages: any MessageProvider, to contacts: any ContactsProvider,
        of miniApp: MiniAppID, _ user: String
    ) async throws(BridgeError) -> BridgeValue {
        let text = parameters.text("text") ?? ""
        guard let contact = try await choose(localized("Who should get this?"), text, from: contacts, user) else {
            return ["sent": .bool(false)]
        }
        let message = UserMessage(to: contact.id, text: text, miniApp: miniApp, path: parameters.text("path"))
        return ["sent": .bool(await messages.send(message, from: user))]
    }

    private func choose(
        _ title: String, _ message: String, from provider: any ContactsProvider, _ user: String
    ) async throws(BridgeError) -> Contact? {
        let people = try await people(of: provider, user)
        let answer = try await ask(title, message, .options(Self.options(people)), isOfHost: true)
        guard case .option(let id) = answer else { return nil }
        return people.first { $0.id == id }
    }

    private func people(
        of provider: any ContactsProvider, _ user: String
    ) async throws(BridgeError) -> [Contact] {
        do {
            return try await provider.contacts(of: user)
        } catch {
            throw BridgeError(.internal, "The people can't be loaded right now.")
        }
    }

    private static func options(_ people: [Contact]) -> [DeviceDialog.Option] {
        people.map { DeviceDialog.Option(id: $0.id, text: $0.name) }
    }
}

extension Contact {
    /// The fields that a mini app receives of a person whom the user has chosen.
    fileprivate func value(fields: [String]) -> BridgeValue {
        var value: [String: BridgeValue] = [:]
        if fields.contains("name") { value["name"] = .string(name) }
        if fields.contains("email") { value["email"] = email.map { .string($0) } }
        if fields.contains("phone") { value["phone"] = phone.map { .string($0) } }
        return .object(value)
    }
}
