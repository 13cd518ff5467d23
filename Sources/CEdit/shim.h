/* A line editor over libedit (editline(3)), whose calls are variadic and whose characters are wide: here they are plain
   numbers and UTF-8. */
#ifndef MONEYMOM_CEDIT_SHIM_H
#define MONEYMOM_CEDIT_SHIM_H

#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

/* What the editor asks of its owner, and what it has been told. */
struct mm_edit_owner {
  void *context;
  /* The next character that was typed: a Unicode scalar, -1 where reading is to end. */
  int32_t (*next)(void *context);
  /* Tab: the owner changes the line by `mm_edit_replace`, or answers false. */
  _Bool (*complete)(void *context);
  /* The owner puts into the line what was pasted, by `mm_edit_replace`. */
  _Bool (*paste)(void *context);
  /* Ctrl-Z: the owner stops the program, and returns once it goes on. */
  void (*suspend)(void *context);
  char prompt[1024];
  _Bool is_cancelled;
};

static inline struct mm_edit_owner *mm_edit_owner_of(EditLine *editor) {
  void *owner = 0;
  el_get(editor, EL_CLIENTDATA, &owner);
  return (struct mm_edit_owner *)owner;
}

static inline int mm_edit_next(EditLine *editor, wchar_t *character) {
  struct mm_edit_owner *owner = mm_edit_owner_of(editor);
  int32_t value = owner->next(owner->context);
  if (value < 0) return -1;
  *character = (wchar_t)value;
  return 1;
}

static inline char *mm_edit_prompt(EditLine *editor) { return mm_edit_owner_of(editor)->prompt; }

static inline unsigned char mm_edit_tab(EditLine *editor, int character) {
  (void)character;
  struct mm_edit_owner *owner = mm_edit_owner_of(editor);
  return owner->complete(owner->context) ? CC_REFRESH : CC_ERROR;
}

static inline unsigned char mm_edit_insert_paste(EditLine *editor, int character) {
  (void)character;
  struct mm_edit_owner *owner = mm_edit_owner_of(editor);
  return owner->paste(owner->context) ? CC_REFRESH : CC_ERROR;
}

static inline unsigned char mm_edit_cancel(EditLine *editor, int character) {
  (void)character;
  mm_edit_owner_of(editor)->is_cancelled = 1;
  return CC_EOF;
}

static inline unsigned char mm_edit_suspend(EditLine *editor, int character) {
  (void)character;
  struct mm_edit_owner *owner = mm_edit_owner_of(editor);
  el_set(editor, EL_PREP_TERM, 0);
  owner->suspend(owner->context);
  el_set(editor, EL_PREP_TERM, 1);
  return CC_REDISPLAY;
}

/* What `next` may answer beside what was typed: control characters of no keyboard, each with its command. */
enum {
  MM_EDIT_PASTE = 0x80,
  MM_EDIT_LEFT,
  MM_EDIT_RIGHT,
  MM_EDIT_WORD_LEFT,
  MM_EDIT_WORD_RIGHT,
  MM_EDIT_HOME,
  MM_EDIT_END,
  MM_EDIT_DELETE,
  MM_EDIT_DELETE_WORD_LEFT,
  MM_EDIT_DELETE_WORD_RIGHT,
};

static inline void mm_edit_bind_keys(EditLine *editor) {
  el_set(editor, EL_ADDFN, "mm-paste", "Inserts what was pasted", mm_edit_insert_paste);
  el_set(editor, EL_BIND, "\\200", "mm-paste", NULL);
  el_set(editor, EL_BIND, "\\201", "ed-prev-char", NULL);
  el_set(editor, EL_BIND, "\\202", "ed-next-char", NULL);
  el_set(editor, EL_BIND, "\\203", "ed-prev-word", NULL);
  el_set(editor, EL_BIND, "\\204", "em-next-word", NULL);
  el_set(editor, EL_BIND, "\\205", "ed-move-to-beg", NULL);
  el_set(editor, EL_BIND, "\\206", "ed-move-to-end", NULL);
  el_set(editor, EL_BIND, "\\207", "ed-delete-next-char", NULL);
  el_set(editor, EL_BIND, "\\210", "ed-delete-prev-word", NULL);
  el_set(editor, EL_BIND, "\\211", "em-delete-next-word", NULL);
}

/* NULL where the terminal is none. Characters are UTF-8 whatever the locale, as all that this program writes. The keys
   that send signals are characters meanwhile. */
static inline EditLine *mm_edit_open(const char *program, _Bool is_on_stderr,
                                       struct mm_edit_owner *owner) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
  EditLine *editor = el_init(program, stdin, is_on_stderr ? stderr : stdout, stderr);
  if (!editor) return 0;
  el_set(editor, EL_CLIENTDATA, owner);
  el_set(editor, EL_EDITOR, "emacs");
  el_set(editor, EL_SIGNAL, 0);
  el_set(editor, EL_PROMPT, mm_edit_prompt);
  el_set(editor, EL_GETCFN, mm_edit_next);
  el_set(editor, EL_ADDFN, "mm-tab", "Completes", mm_edit_tab);
  el_set(editor, EL_ADDFN, "mm-cancel", "Cancels the line", mm_edit_cancel);
  el_set(editor, EL_ADDFN, "mm-suspend", "Stops the program", mm_edit_suspend);
  el_set(editor, EL_BIND, "^I", "mm-tab", NULL);
  el_set(editor, EL_BIND, "^C", "mm-cancel", NULL);
  el_set(editor, EL_BIND, "^Z", "mm-suspend", NULL);
  mm_edit_bind_keys(editor);
  el_set(editor, EL_SETTY, "-d", "-isig", NULL);
  return editor;
}

/* The line without its end in memory of the editor's own; NULL at the end of the input, or where reading was ended. */
static inline const char *mm_edit_line(EditLine *editor) {
  int count = 0;
  mm_edit_owner_of(editor)->is_cancelled = 0;
  /* Before the prompt is there to be answered: keys would be echoed twice. */
  el_set(editor, EL_PREP_TERM, 1);
  const char *line = el_gets(editor, &count);
  return line && count > 0 ? line : 0;
}

/* What stands before the cursor, in bytes; valid until the line changes. */
static inline const char *mm_edit_text(EditLine *editor, size_t *count) {
  const LineInfo *line = el_line(editor);
  *count = (size_t)(line->cursor - line->buffer);
  return line->buffer;
}

/* Puts UTF-8 where `count` characters stand before the cursor. */
static inline int mm_edit_replace(EditLine *editor, int count, const char *text) {
  if (count > 0) el_deletestr(editor, count);
  return el_insertstr(editor, text);
}

/* Draws the line again, as after another program has used the terminal. */
static inline void mm_edit_redraw(EditLine *editor) {
  el_set(editor, EL_PREP_TERM, 1);
  el_set(editor, EL_REFRESH);
}

static inline void mm_edit_resize(EditLine *editor) { el_resize(editor); }
static inline void mm_edit_close(EditLine *editor) { el_end(editor); }

#endif
