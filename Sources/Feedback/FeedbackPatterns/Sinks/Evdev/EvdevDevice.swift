#if os(Linux)
import CEvdev
import HapticPatterns
import HapticRendering
import LanguageServices
import Platform
import Synchronization

/// An open Linux input device with force feedback.
final class EvdevDevice: ForceDevice {
    let description: FeedbackDevice
    let hasGain: Bool
    let effectCount: Int

    private enum Form {
        case rumble
        case periodic(waveform: UInt16)
    }

    private let form: Form
    private let descriptor: Mutex<(number: Int32?, effects: Set<Int>)>

    /// Opens a device.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when it has no usable force feedback or is not writable;
    ///   `ServiceError.Code.io` when it cannot be opened.
    init(path: String) throws(ServiceError) {
        let number = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { throw Self.failure("cannot open", path, errno) }
        do throws(ServiceError) {
            let features = try EvdevFeatures(descriptor: number, path: path)
            if features.has(FF_RUMBLE) {
                form = .rumble
            } else if features.has(FF_PERIODIC),
                let waveform = [FF_SINE, FF_TRIANGLE, FF_SQUARE].first(where: features.has)
            {
                form = .periodic(waveform: UInt16(waveform))
            } else {
                throw ServiceError(
                    .unavailable,
                    "\(SystemFailure.quoted(path)) has neither rumble nor periodic effects",
                    remedy: "use another device"
                )
            }
            hasGain = features.has(FF_GAIN)
            effectCount = features.effectCount
            description = features.description
            descriptor = Mutex((number, []))
        } catch {
            _ = Platform.close(number)
            throw error
        }
    }

    deinit { close() }

    func upload(_ effect: ForceEffect) throws(ForceFailure) -> Int {
        try withDescriptor { (state) throws(ForceFailure) in
            var native = native(effect)
            try Self.check(cevdev_upload(state.number, &native), "upload an effect to", description.path)
            let id = Int(native.id)
            state.effects.insert(id)
            return id
        }
    }

    func play(_ effect: Int, isOn: Bool) throws(ForceFailure) {
        try withDescriptor { (state) throws(ForceFailure) in
            try Self.check(
                cevdev_write(state.number, Int32(clamping: effect), isOn ? 1 : 0),
                "play an effect on",
                description.path
            )
        }
    }

    func erase(_ effect: Int) {
        try? withDescriptor { (state) throws(ForceFailure) in
            // Stopped explicitly because not every driver stops an effect when erasing it.
            _ = cevdev_write(state.number, Int32(clamping: effect), 0)
            _ = cevdev_erase(state.number, Int32(clamping: effect))
            state.effects.remove(effect)
        }
    }

    func setGain(_ gain: Double) throws(ForceFailure) {
        guard hasGain else { return }
        let value = Int32(gain.clampedToUnit * 65_535 + 0.5)
        try withDescriptor { (state) throws(ForceFailure) in
            try Self.check(cevdev_write(state.number, FF_GAIN, value), "set the gain of", description.path)
        }
    }

    func close() {
        descriptor.withLock { state in
            guard let number = state.number else { return }
            for effect in state.effects.sorted() {
                _ = cevdev_write(number, Int32(clamping: effect), 0)
                _ = cevdev_erase(number, Int32(clamping: effect))
            }
            _ = Platform.close(number)
            state = (nil, [])
        }
    }

    // MARK: Parts

    private func withDescriptor<Value: Sendable>(
        _ body: (inout (number: Int32, effects: Set<Int>)) throws(ForceFailure) -> Value
    ) throws(ForceFailure) -> Value {
        try descriptor.withLock { (state) throws(ForceFailure) -> Value in
            guard let number = state.number else { throw .gone }
            var open = (number: number, effects: state.effects)
            defer { state.effects = open.effects }
            return try body(&open)
        }
    }

    private func native(_ effect: ForceEffect) -> ff_effect {
        var native = ff_effect()
        // Requests a new effect.
        native.id = -1
        native.replay.length = UInt16(clamping: effect.length)
        switch form {
        case .rumble:
            native.type = UInt16(FF_RUMBLE)
            native.u.rumble.strong_magnitude = UInt16(clamping: effect.strong)
            native.u.rumble.weak_magnitude = UInt16(clamping: effect.weak)
        case .periodic(let waveform):
            native.type = UInt16(FF_PERIODIC)
            native.u.periodic.waveform = waveform
            native.u.periodic.magnitude = Int16(clamping: effect.amplitude / 2)
            // The frequency is the one used when the pattern is played as sound: 80 to 230 Hz, a period of 13 to 4 ms.
            let frequency = HapticSound.frequency(ofSharpness: Double(effect.sharpness) / 1000)
            native.u.periodic.period = UInt16(1000 / frequency + 0.5)
        }
        return native
    }

    private static func check(_ number: Int32, _ action: String, _ path: String) throws(ForceFailure) {
        switch number {
        case 0: return
        case ENOSPC: throw .full
        case ENODEV, EBADF: throw .gone
        default: throw .system(SystemFailure.error("cannot \(action)", path, errno: number))
        }
    }

    private static func failure(_ action: String, _ path: String, _ number: Int32) -> ServiceError {
        guard number == EACCES || number == EPERM else { return SystemFailure.error(action, path, errno: number) }
        return ServiceError(
            .unavailable,
            "\(action) \(SystemFailure.quoted(path)): permission denied",
            remedy: EvdevDeviceList.permissionRemedy
        )
    }
}

/// The features that a device reports.
struct EvdevFeatures {
    let description: FeedbackDevice
    let effectCount: Int
    private let bits: [UInt8]

    /// Queries an open device.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when it has no force feedback.
    init(descriptor: Int32, path: String) throws(ServiceError) {
        var kinds = [UInt8](repeating: 0, count: 4)
        let status = cevdev_bits(descriptor, 0, &kinds, Int32(kinds.count))
        guard status == 0, kinds[Int(EV_FF) / 8] >> (UInt8(EV_FF) % 8) & 1 == 1 else {
            throw ServiceError(.unavailable, "\(SystemFailure.quoted(path)) has no force feedback")
        }
        var bits = [UInt8](repeating: 0, count: Int(FF_MAX) / 8 + 1)
        _ = cevdev_bits(descriptor, EV_FF, &bits, Int32(bits.count))
        self.bits = bits
        var count: Int32 = 0
        _ = cevdev_effect_count(descriptor, &count)
        effectCount = max(0, Int(count))
        var name = [CChar](repeating: 0, count: 256)
        _ = cevdev_name(descriptor, &name, Int32(name.count))
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        var abilities: [String] = []
        for (code, text) in [
            (FF_RUMBLE, "rumble"), (FF_PERIODIC, "periodic"), (FF_CONSTANT, "constant"), (FF_GAIN, "gain"),
        ] {
            if Self.has(code, bits) { abilities.append(text) }
        }
        description = FeedbackDevice(
            path: path,
            name: String(decoding: bytes, as: UTF8.self),
            abilities: abilities,
            effectCount: effectCount,
            problem: Self.has(FF_RUMBLE, bits) || Self.has(FF_PERIODIC, bits)
                ? nil : "neither rumble nor periodic effects"
        )
    }

    /// Whether the device supports an effect type or a property.
    func has(_ code: Int32) -> Bool { Self.has(code, bits) }

    private static func has(_ code: Int32, _ bits: [UInt8]) -> Bool {
        let index = Int(code) / 8
        return bits.indices.contains(index) && bits[index] >> (UInt8(code) % 8) & 1 == 1
    }
}
#endif
