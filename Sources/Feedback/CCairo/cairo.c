#include "CCairo.h"

#include "CDynamicLibrary.h"

#include <stdlib.h>

// Declares the parts of the documented, stable interfaces that are used here.

enum { CAIRO_FORMAT_RGB24 = 1, CAIRO_LINE_CAP_ROUND = 1, CAIRO_LINE_JOIN_ROUND = 1 };
enum { PANGO_SCALE = 1024, PANGO_WEIGHT_NORMAL = 400, PANGO_WEIGHT_SEMIBOLD = 600 };

typedef int (*cairo_write_func)(void *closure, const unsigned char *data, unsigned int length);

#define CAIRO_FUNCTIONS(X)                                                                                             \
    X(void *, cairo_image_surface_create, (int format, int width, int height))                                         \
    X(void, cairo_surface_destroy, (void *surface))                                                                    \
    X(int, cairo_surface_write_to_png_stream, (void *surface, cairo_write_func write, void *closure))                  \
    X(const char *, cairo_status_to_string, (int status))                                                              \
    X(void *, cairo_create, (void *surface))                                                                           \
    X(int, cairo_status, (void *context))                                                                              \
    X(void, cairo_destroy, (void *context))                                                                            \
    X(void, cairo_scale, (void *context, double x, double y))                                                          \
    X(void, cairo_set_source_rgba, (void *context, double red, double green, double blue, double alpha))               \
    X(void, cairo_set_line_width, (void *context, double width))                                                       \
    X(void, cairo_set_line_cap, (void *context, int cap))                                                              \
    X(void, cairo_set_line_join, (void *context, int join))                                                            \
    X(void, cairo_move_to, (void *context, double x, double y))                                                        \
    X(void, cairo_line_to, (void *context, double x, double y))                                                        \
    X(void, cairo_close_path, (void *context))                                                                         \
    X(void, cairo_stroke, (void *context))                                                                             \
    X(void, cairo_fill, (void *context))                                                                               \
    X(void, cairo_paint, (void *context))

#define PANGO_FUNCTIONS(X)                                                                                             \
    X(void *, pango_font_description_new, (void))                                                                      \
    X(void, pango_font_description_free, (void *description))                                                          \
    X(void, pango_font_description_set_family_static, (void *description, const char *family))                         \
    X(void, pango_font_description_set_weight, (void *description, int weight))                                        \
    X(void, pango_font_description_set_absolute_size, (void *description, double size))                                \
    X(void, pango_layout_set_font_description, (void *layout, void *description))                                      \
    X(void, pango_layout_set_single_paragraph_mode, (void *layout, int is_single))                                     \
    X(void, pango_layout_set_text, (void *layout, const char *text, int length))                                       \
    X(void, pango_layout_get_size, (void *layout, int *width, int *height))                                            \
    X(int, pango_layout_get_baseline, (void *layout))

#define PANGO_CAIRO_FUNCTIONS(X)                                                                                       \
    X(void *, pango_cairo_create_layout, (void *context))                                                              \
    X(void, pango_cairo_show_layout, (void *context, void *layout))

#define GOBJECT_FUNCTIONS(X) X(void, g_object_unref, (void *object))

DYNAMIC_LIBRARY(cairo, CAIRO_FUNCTIONS, DYNAMIC_LIBRARY_NAMES("libcairo.so.2", "libcairo.2"))
DYNAMIC_LIBRARY(pango, PANGO_FUNCTIONS, DYNAMIC_LIBRARY_NAMES("libpango-1.0.so.0", "libpango-1.0.0"))
DYNAMIC_LIBRARY(pangocairo, PANGO_CAIRO_FUNCTIONS, DYNAMIC_LIBRARY_NAMES("libpangocairo-1.0.so.0", "libpangocairo-1.0.0"))
DYNAMIC_LIBRARY(gobject, GOBJECT_FUNCTIONS, DYNAMIC_LIBRARY_NAMES("libgobject-2.0.so.0", "libgobject-2.0.0"))

const char *ccairo_load_failure(void) {
    dynamic_library *const libraries[] = {&cairo, &pango, &pangocairo, &gobject};
    const char *failure = NULL;
    for (size_t index = 0; failure == NULL && index < sizeof libraries / sizeof *libraries; index++) {
        failure = dynamic_library_failure(libraries[index]);
    }
    return failure;
}

struct ccairo_picture {
    void *surface;
    void *context;
};

static void set_color(ccairo_picture *picture, uint32_t color, double alpha) {
    cairo_set_source_rgba(
        picture->context, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0, (color & 255) / 255.0, alpha);
}

ccairo_picture *ccairo_create(int width, int height, int scale, uint32_t color) {
    if (ccairo_load_failure() != NULL) return NULL;
    ccairo_picture *picture = malloc(sizeof *picture);
    if (picture == NULL) return NULL;
    picture->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width * scale, height * scale);
    picture->context = cairo_create(picture->surface);
    if (cairo_status(picture->context) != 0) {
        ccairo_destroy(picture);
        return NULL;
    }
    cairo_scale(picture->context, scale, scale);
    cairo_set_line_cap(picture->context, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(picture->context, CAIRO_LINE_JOIN_ROUND);
    set_color(picture, color, 1);
    cairo_paint(picture->context);
    return picture;
}

void ccairo_destroy(ccairo_picture *picture) {
    cairo_destroy(picture->context);
    cairo_surface_destroy(picture->surface);
    free(picture);
}

static void add_path(ccairo_picture *picture, const ccairo_point *points, size_t count) {
    cairo_move_to(picture->context, points[0].x, points[0].y);
    // With round caps, a line that ends where it starts draws a dot.
    for (size_t index = count > 1 ? 1 : 0; index < count; index++) {
        cairo_line_to(picture->context, points[index].x, points[index].y);
    }
}

void ccairo_line(ccairo_picture *picture, const ccairo_point *points, size_t count, double width, uint32_t color) {
    if (count == 0) return;
    add_path(picture, points, count);
    set_color(picture, color, 1);
    cairo_set_line_width(picture->context, width);
    cairo_stroke(picture->context);
}

void ccairo_fill(ccairo_picture *picture, const ccairo_point *points, size_t count, uint32_t color, double alpha) {
    if (count == 0) return;
    add_path(picture, points, count);
    cairo_close_path(picture->context);
    set_color(picture, color, alpha);
    cairo_fill(picture->context);
}

void ccairo_text(
    ccairo_picture *picture, const char *text, double share, double x, double y, double size, int is_bold, uint32_t color) {
    void *layout = pango_cairo_create_layout(picture->context);
    void *font = pango_font_description_new();
    pango_font_description_set_family_static(font, "Sans");
    pango_font_description_set_weight(font, is_bold ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL);
    pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    pango_layout_set_single_paragraph_mode(layout, 1);
    pango_layout_set_text(layout, text, -1);
    int width = 0;
    pango_layout_get_size(layout, &width, NULL);
    double baseline = (double)pango_layout_get_baseline(layout) / PANGO_SCALE;
    cairo_move_to(picture->context, x - share * width / PANGO_SCALE, y - baseline);
    set_color(picture, color, 1);
    pango_cairo_show_layout(picture->context, layout);
    pango_font_description_free(font);
    g_object_unref(layout);
}

typedef struct {
    void (*write)(void *context, const uint8_t *bytes, size_t count);
    void *context;
} png_output;

static int write_part(void *closure, const unsigned char *data, unsigned int length) {
    const png_output *output = closure;
    output->write(output->context, data, length);
    return 0;
}

const char *ccairo_write_png(
    ccairo_picture *picture, void (*write)(void *context, const uint8_t *bytes, size_t count), void *context) {
    png_output output = {.write = write, .context = context};
    int status = cairo_surface_write_to_png_stream(picture->surface, write_part, &output);
    return status == 0 ? NULL : cairo_status_to_string(status);
}
