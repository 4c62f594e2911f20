#ifndef CCAIRO_H
#define CCAIRO_H

// Draws images with cairo, with text laid out by pango, and writes them as PNG files.
//
// The libraries are loaded by the first call to any of these functions. Only one thread at a time may use an image.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Loads the libraries.
///
/// Returns NULL on success, otherwise the reason for the failure. The string remains valid until the process exits.
const char *_Nullable ccairo_load_failure(void);

/// An image with three 8-bit channels.
typedef struct ccairo_picture ccairo_picture;

/// A point in drawing units, from the upper left corner.
typedef struct {
    double x;
    double y;
} ccairo_point;

/// Creates an image filled with one colour. Returns NULL if the libraries are missing or memory is exhausted.
///
/// - width, height: in drawing units.
/// - scale: pixels per unit.
/// - color: 0xRRGGBB.
ccairo_picture *_Nullable ccairo_create(int width, int height, int scale, uint32_t color);

void ccairo_destroy(ccairo_picture *picture);

/// Draws lines between points with round ends and joins; a single point draws a dot.
void ccairo_line(ccairo_picture *picture, const ccairo_point *points, size_t count, double width, uint32_t color);

/// Fills a polygon.
///
/// - alpha: the opacity, 0...1.
void ccairo_fill(ccairo_picture *picture, const ccairo_point *points, size_t count, uint32_t color, double alpha);

/// Draws one line of text in a sans-serif font.
///
/// - text: UTF-8.
/// - share: the fraction of the text's width that lies to the left of `x`, 0...1.
/// - y: the baseline.
/// - size: the font size in drawing units.
void ccairo_text(
    ccairo_picture *picture, const char *text, double share, double x, double y, double size, int is_bold, uint32_t color);

/// Encodes the image as a PNG file.
///
/// - write: receives the bytes in order.
///
/// Returns NULL on success, otherwise cairo's error message.
const char *_Nullable ccairo_write_png(
    ccairo_picture *picture, void (*write)(void *_Nullable context, const uint8_t *bytes, size_t count),
    void *_Nullable context);

#pragma clang assume_nonnull end

#endif
