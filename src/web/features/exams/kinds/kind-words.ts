import type { KindName } from '#domain/exams/kinds/kinds';
import { m } from '#web/lib/messages.ts';

/** What each kind of question is called. */
export const KIND_WORDS: Readonly<Record<KindName, () => string>> = {
  single: m.author_kind_single,
  multiple: m.author_kind_multiple,
  'true-false': m.author_kind_true_false,
  number: m.author_kind_number,
  text: m.author_kind_text,
  gaps: m.author_kind_gaps,
  order: m.author_kind_order,
  match: m.author_kind_match,
  categorise: m.author_kind_categorise,
  hotspot: m.author_kind_hotspot,
  essay: m.author_kind_essay,
  file: m.author_kind_file,
  code: m.author_kind_code,
};
