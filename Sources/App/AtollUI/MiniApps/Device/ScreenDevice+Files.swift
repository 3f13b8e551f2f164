import AtollPackages
import AtollRuntime
import Foundation

/// Files that go from a mini app to the device, and from the device to a mini app. A mini app's own files belong to the
/// name by which it knows the user.
extension ScreenDevice {
    /// The maximum size of a picked file in bytes.
    private static let maximumPicked = 20 * 1_048_576
    /// The maximum number of files that are picked at a time.
    private static let maximumFiles = 20
    /// The maximum size in bytes of a saved file, or of all shared files: as much as a mini app may store.
    private static let maximumGiven = 50 * 1_048_576

    /// The methods that need the mini app's files.
    var filing: [String: Carrier] {
        var carriers: [String: Carrier] = [:]
        if let save = services.save {
            carriers["files.save"] = oneAtATime { [self] in try await give($0, by: save) }
        }
        guard providers.files != nil, providers.running != nil else { return carriers }
        if let photo = services.photo {
            carriers["camera.photo"] = oneAtATime { [self] in try await take($0, by: photo) }
        }
        if let pick = services.pick {
            carriers["files.pick"] = oneAtATime { [self] in try await choose($0, by: pick) }
        }
        return carriers
    }

    /// The mini app's files that are to be shared.
    func shared(_ parameters: DeviceParameters) async throws(BridgeError) -> [DeviceServices.File] {
        let paths = parameters.list("files").compactMap(\.string)
        var files: [DeviceServices.File] = []
        var total = 0
        for path in paths {
            let data = try await contents(of: path, parameters)
            total += data.count
            guard total <= Self.maximumGiven else { throw BridgeError(.tooLarge, "Together, they are too large.") }
            let name = FileName.last(of: path)
            files.append(.init(name: name, type: FileName.type(of: name), data: data))
        }
        return files
    }

    private func give(
        _ parameters: DeviceParameters, by save: (DeviceServices.File) async -> Bool
    ) async throws(BridgeError) -> BridgeValue {
        let data: Data
        switch (parameters.text("file"), parameters.text("data")) {
        case (let path?, nil): data = try await contents(of: path, parameters)
        case (nil, let text?):
            guard let decoded = Data(base64Encoded: text) else {
                throw BridgeError(.invalidParameters, "The parameter \"data\" must be base64.")
            }
            data = decoded
        default:
            throw BridgeError(.invalidParameters, "One of the parameters \"file\" and \"data\" is needed.")
        }
        let name = FileName.safe(parameters.text("name") ?? "")
        // Regardless of the type that the mini app gives: with another one, an app could save a text as a program.
        let file = DeviceServices.File(name: name, type: FileName.type(of: name), data: data)
        guard await save(file) else { throw BridgeError(.cancelled, "The user has cancelled it.") }
        return .null
    }

    private func choose(
        _ parameters: DeviceParameters, by pick: (DeviceServices.Picking) async -> [DeviceServices.File]
    ) async throws(BridgeError) -> BridgeValue {
        let picking = DeviceServices.Picking(
            types: parameters.list("types").compactMap(\.string),
            maximumCount: parameters.flag("multiple") ?? false ? Self.maximumFiles : 1,
            maximumBytes: Self.maximumPicked, maximumTotal: Self.maximumGiven)
        let page = pages
        let picked = await pick(picking)
        guard !picked.isEmpty else { throw BridgeError(.cancelled, "The user has cancelled it.") }
        guard picked.count <= picking.maximumCount else {
            throw BridgeError(.tooLarge, "Too many files at a time: at most \(picking.maximumCount).")
        }
        guard picked.allSatisfy({ $0.data.count <= Self.maximumPicked }) else {
            throw BridgeError(.tooLarge, "A file must have at most 20 MB.")
        }
        guard picked.reduce(0, { $0 + $1.data.count }) <= picking.maximumTotal else {
            throw BridgeError(.tooLarge, "Together, they are too large.")
        }
        var kept: [BridgeValue] = []
        var paths: [String] = []
        do throws(BridgeError) {
            for file in picked {
                // The page that asked for them may be gone.
                guard page == pages else { throw BridgeError(.cancelled, "The page has gone.") }
                let path = try await keep(file.data, in: "picked", FileName.ending(of: file.name), parameters)
                paths.append(path)
                kept.append([
                    "name": .string(String(file.name.prefix(200))),
                    "type": .string(file.type.isEmpty ? "application/octet-stream" : file.type),
                    "size": .integer(file.data.count), "file": .string(path),
                ])
            }
        } catch {
            // All of them, or none.
            for path in paths { try? await providers.files?.remove(path, in: area(parameters)) }
            throw error
        }
        return .array(kept)
    }

    private func take(
        _ parameters: DeviceParameters, by photo: (String, Int, Double) async -> DeviceServices.Photo?
    ) async throws(BridgeError) -> BridgeValue {
        let found = await photo(
            parameters.text("from") ?? "ask", Int(parameters.number("maxSide") ?? 1_600),
            parameters.number("quality") ?? 0.85)
        guard let found else { throw BridgeError(.cancelled, "The user has cancelled it.") }
        return [
            "file": .string(try await keep(found.data, in: "photos", ".jpg", parameters)),
            "type": .string(found.type), "width": .integer(found.width), "height": .integer(found.height),
        ]
    }

    private func keep(
        _ data: Data, in folder: String, _ ending: String, _ parameters: DeviceParameters
    ) async throws(BridgeError) -> String {
        let path = "\(folder)/\(UUID().uuidString.lowercased())\(ending)"
        do {
            _ = try await providers.files?.write(data, to: path, at: nil, in: area(parameters))
        } catch {
            switch error {
            case .full, .tooMany: throw BridgeError(.quotaExceeded, error.description)
            default: throw BridgeError(.internal, "The file can't be stored right now.")
            }
        }
        return path
    }

    private func contents(
        of path: String, _ parameters: DeviceParameters
    ) async throws(BridgeError) -> Data {
        guard let files = providers.files, providers.running != nil else {
            throw BridgeError(.unsupported, "This device does not store files of mini apps.")
        }
        do {
            return try await files.read(path, from: 0, count: Self.maximumGiven, in: area(parameters)).data
        } catch {
            switch error {
            case .notFound: throw BridgeError(.notFound, error.description)
            case .badPath: throw BridgeError(.invalidParameters, error.description)
            default: throw BridgeError(.internal, "The file can't be read right now.")
            }
        }
    }

    private func area(_ parameters: DeviceParameters) -> StorageArea {
        StorageArea(user: parameters.context.user.pairwiseID, miniApp: parameters.context.miniApp)
    }
}
