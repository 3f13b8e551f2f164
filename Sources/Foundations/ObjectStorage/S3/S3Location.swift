import Foundation

/// A bucket, and the endpoint of its store.
package struct S3Location: Sendable, Hashable {
    package let endpoint: URL
    package let bucket: String
    /// The prefix of all keys: empty, or ending with a slash.
    package let prefix: String
    package let region: String

    /// Reads `s3://bucket/prefix?endpoint=https://store.example&region=eu-central-1`.
    ///
    /// Without an endpoint, the store is AWS in that region. Without a region, it is `us-east-1`, which most other
    /// stores accept.
    ///
    /// - Throws: ``ObjectError/badAddress(_:)``.
    package init(_ text: String) throws(ObjectError) {
        guard let parts = URLComponents(string: text), parts.scheme == "s3", let bucket = parts.host, !bucket.isEmpty
        else {
            throw .badAddress("it has the form s3://bucket/prefix?endpoint=https://store.example")
        }
        guard parts.user == nil, parts.password == nil else {
            throw .badAddress("it must not contain credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
        }
        guard (3...63).contains(bucket.utf8.count), let key = ObjectKey(bucket), !key.text.contains("/"),
            bucket.utf8.allSatisfy({ !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) && $0 != UInt8(ascii: "_") })
        else { throw .badAddress("\"\(bucket.printable(most: 70))\" is not a bucket's name") }
        var values: [String: String] = [:]
        for item in parts.queryItems ?? [] {
            guard ["endpoint", "region"].contains(item.name), values[item.name] == nil, let value = item.value else {
                throw .badAddress("\"\(item.name.printable(most: 40))\" is not a setting of it, or appears twice")
            }
            values[item.name] = value
        }
        region = values["region"] ?? "us-east-1"
        guard ObjectKey(region) != nil, !region.contains("/") else { throw .badAddress("the region is not valid") }
        let endpoint = values["endpoint"] ?? "https://s3.\(region).amazonaws.com"
        guard let url = URL(string: endpoint), ["http", "https"].contains(url.scheme ?? ""), url.host?.isEmpty == false,
            url.query == nil, url.fragment == nil, url.user == nil, url.path.isEmpty || url.path == "/"
        else { throw .badAddress("the endpoint is not a URL of a server") }
        self.endpoint = url
        self.bucket = bucket
        let folder = parts.path.trimmingCharacters(in: ["/"])
        guard folder.isEmpty || ObjectKey(folder) != nil else { throw .badAddress("the prefix is not valid") }
        prefix = folder.isEmpty ? "" : folder + "/"
    }

    /// The value of the `Host` header, as HTTP clients send it.
    var host: String {
        let name = endpoint.host ?? ""
        let usual = endpoint.scheme == "https" ? 443 : 80
        guard let port = endpoint.port, port != usual else { return name }
        return "\(name):\(port)"
    }

    /// The path of an object, or of the bucket itself. No character of a key needs to be encoded.
    func path(of key: ObjectKey?) -> String {
        "/\(bucket)" + (key.map { "/\(prefix)\($0.text)" } ?? "")
    }
}
