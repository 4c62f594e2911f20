#include "CMeCab.h"

#include "CDynamicLibrary.h"

#include <stdlib.h>
#include <string.h>

// The first members of mecab_dictionary_info_t.
typedef struct {
    const char *filename;
    const char *charset;
} dictionary;

// The required functions and their types.
#define CMECAB_FUNCTIONS(X)                                                                                            \
    X(const char *, mecab_version, (void))                                                                             \
    X(const char *, mecab_strerror, (void *tagger))                                                                    \
    X(void *, mecab_model_new, (int count, char **arguments))                                                          \
    X(void, mecab_model_destroy, (void *model))                                                                        \
    X(const dictionary *, mecab_model_dictionary_info, (void *model))                                                  \
    X(void *, mecab_model_new_tagger, (void *model))                                                                   \
    X(void, mecab_destroy, (void *tagger))                                                                             \
    X(void *, mecab_model_new_lattice, (void *model))                                                                  \
    X(void, mecab_lattice_destroy, (void *lattice))                                                                    \
    X(void, mecab_lattice_set_sentence2, (void *lattice, const char *text, size_t count))                              \
    X(int, mecab_parse_lattice, (void *tagger, void *lattice))                                                         \
    X(const char *, mecab_lattice_tostr, (void *lattice))                                                              \
    X(const char *, mecab_lattice_strerror, (void *lattice))

struct cmecab_model {
    void *model;
#define CMECAB_MEMBER(result, name, parameters) result(*name) parameters;
    CMECAB_FUNCTIONS(CMECAB_MEMBER)
#undef CMECAB_MEMBER
};

static const char *const names[] = {DYNAMIC_LIBRARY_NAMES("libmecab.so.2", "libmecab.2"), NULL};

// Loading a library that is already loaded is cheap.
static const char *load(const char *library, cmecab_model *mecab) {
#define CMECAB_ROW(result, name, parameters) {#name, &mecab->name},
    const dynamic_function functions[] = {CMECAB_FUNCTIONS(CMECAB_ROW){NULL, NULL}};
#undef CMECAB_ROW
    const char *const own[] = {library, NULL};
    return dynamic_library_load(library != NULL ? own : names, functions);
}

enum cmecab_outcome cmecab_open(const char *library, const char *settings, cmecab_model **model, char **reason) {
    *model = NULL;
    *reason = NULL;
    cmecab_model *mecab = calloc(1, sizeof *mecab);
    if (mecab == NULL) return CMECAB_FAILED;
    const char *failure = load(library, mecab);
    if (failure != NULL) {
        *reason = strdup(failure);
        free(mecab);
        return CMECAB_NO_LIBRARY;
    }
    // Make the output format independent of the user's settings.
    char *arguments[] = {
        "mecab", "-O", "", "-F", "%m\\t%H\\n", "-U", "%m\\t%H\\n", "-B", "", "-E", "EOS\\n", "-r", (char *)settings, NULL,
    };
    int count = sizeof arguments / sizeof *arguments - 1;
    mecab->model = mecab->mecab_model_new(settings != NULL ? count : count - 2, arguments);
    if (mecab->model == NULL) {
        *reason = strdup(mecab->mecab_strerror(NULL));
        free(mecab);
        return CMECAB_FAILED;
    }
    *model = mecab;
    return CMECAB_DONE;
}

void cmecab_close(cmecab_model *model) {
    model->mecab_model_destroy(model->model);
    free(model);
}

const char *cmecab_version(const cmecab_model *model) { return model->mecab_version(); }

const char *cmecab_dictionary(const cmecab_model *model) {
    const dictionary *first = model->mecab_model_dictionary_info(model->model);
    return first != NULL ? first->filename : "";
}

const char *cmecab_encoding(const cmecab_model *model) {
    const dictionary *first = model->mecab_model_dictionary_info(model->model);
    return first != NULL ? first->charset : "";
}

enum cmecab_outcome cmecab_words(const cmecab_model *model, const char *text, size_t count, char **answer) {
    void *tagger = model->mecab_model_new_tagger(model->model);
    void *lattice = model->mecab_model_new_lattice(model->model);
    const char *lines = NULL;
    *answer = NULL;
    if (tagger != NULL && lattice != NULL) {
        // The lattice keeps pointers into the text.
        model->mecab_lattice_set_sentence2(lattice, text, count);
        if (model->mecab_parse_lattice(tagger, lattice)) lines = model->mecab_lattice_tostr(lattice);
        *answer = strdup(lines != NULL ? lines : model->mecab_lattice_strerror(lattice));
    }
    if (lattice != NULL) model->mecab_lattice_destroy(lattice);
    if (tagger != NULL) model->mecab_destroy(tagger);
    return lines != NULL && *answer != NULL ? CMECAB_DONE : CMECAB_FAILED;
}
