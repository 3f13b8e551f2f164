@MainActor public protocol Scene { associatedtype Content: View; var content: () -> Content { get } }
public struct WindowGroup<Content: View>: Scene {
    public let content: () -> Content
    public init(@ViewBuilder content: @escaping () -> Content) { self.content = content }
}
@MainActor public protocol App { associatedtype Body: Scene; init(); var body: Body { get } }
extension App { public static func main() { _ = Self().body } }
