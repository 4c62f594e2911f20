#ifndef CEVDEV_H
#define CEVDEV_H

// Force feedback on Linux input devices. The request numbers are macros that Swift cannot import, and ioctl is
// variadic, which Swift cannot call, so both are wrapped here.
//
// Every function returns 0 for success or an errno value.

#if defined(__linux__)

#include <errno.h>
#include <linux/input.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/// The capability bits of a device: event types for `type` 0, otherwise the codes of that type.
static inline int cevdev_bits(int descriptor, int type, unsigned char *_Nonnull bits, int size) {
    memset(bits, 0, (size_t)size);
    return ioctl(descriptor, EVIOCGBIT(type, size), bits) < 0 ? errno : 0;
}

/// The name of a device, zero-terminated.
static inline int cevdev_name(int descriptor, char *_Nonnull name, int size) {
    memset(name, 0, (size_t)size);
    if (ioctl(descriptor, EVIOCGNAME(size - 1), name) < 0) return errno;
    return 0;
}

/// The number of effects that a device can store at a time.
static inline int cevdev_effect_count(int descriptor, int *_Nonnull count) {
    return ioctl(descriptor, EVIOCGEFFECTS, count) < 0 ? errno : 0;
}

/// Uploads an effect. If its id is -1, a new effect is created and the id is replaced with the assigned number.
static inline int cevdev_upload(int descriptor, struct ff_effect *_Nonnull effect) {
    return ioctl(descriptor, EVIOCSFF, effect) < 0 ? errno : 0;
}

/// Removes an effect from the device.
static inline int cevdev_erase(int descriptor, int id) {
    return ioctl(descriptor, EVIOCRMFF, (long)id) < 0 ? errno : 0;
}

/// Plays an effect the given number of times, or stops it if the number is 0. With the code FF_GAIN, sets the gain of
/// all effects instead.
static inline int cevdev_write(int descriptor, int code, int value) {
    struct input_event event;
    memset(&event, 0, sizeof event);
    event.type = EV_FF;
    event.code = (uint16_t)code;
    event.value = value;
    ssize_t count = write(descriptor, &event, sizeof event);
    if (count < 0) return errno;
    return count == (ssize_t)sizeof event ? 0 : EIO;
}

#endif

#endif
