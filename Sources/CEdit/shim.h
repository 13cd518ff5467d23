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

/* NULL where the terminal is none. Characters are UTF-8 whatever the locale, as all that this program writes. The keys
   that send signals are characters meanwhile. */
static inline EditLine *mm_edit_open(const char *program, struct mm_edit_owner *owner) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
  EditLine *editor = el_init(program, stdin, stdout, stderr);
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
