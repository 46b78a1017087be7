import { m } from '#web/lib/messages.ts';

/** The editor's own words, by what it calls them. */
export function editorPhrases(): Record<string, string> {
  return {
    Completions: m.labs_phrase_completions(),
    'Control character': m.labs_phrase_control(),
    Diagnostics: m.labs_problems(),
    'No diagnostics': m.labs_phrase_no_problems(),
    'Go to line': m.labs_phrase_go_to_line(),
    'Selection deleted': m.labs_phrase_deleted(),
    close: m.ui_close(),
    'current match': m.labs_phrase_match(),
    go: m.labs_phrase_go(),
    'on line': m.labs_phrase_on_line(),
    'replaced $ matches': m.labs_phrase_replaced_all(),
    'replaced match on line $': m.labs_phrase_replaced(),
    Find: m.labs_phrase_find(),
    Replace: m.labs_phrase_replace(),
    all: m.labs_phrase_all(),
    'by word': m.labs_phrase_words(),
    'match case': m.labs_phrase_case(),
    next: m.labs_phrase_next(),
    previous: m.labs_phrase_previous(),
    regexp: m.labs_phrase_regexp(),
    'replace all': m.labs_phrase_replace_all(),
    replace: m.labs_phrase_replace(),
  };
}
