/// The parts of a picture's file that show it, and its size in pixels.
struct BarePicture {
    var bytes: [UInt8]
    var width = 0
    var height = 0
}
