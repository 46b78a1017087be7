import type { LostInPaste } from '#domain/writing/lost-in-paste';
import { formatList } from '#web/lib/format-list.ts';
import { m } from '#web/lib/messages.ts';

const NAMES: Readonly<Record<LostInPaste, () => string>> = {
  pictures: m.writing_lost_pictures,
  colors: m.writing_lost_colors,
  alignment: m.writing_lost_alignment,
  cells: m.writing_lost_cells,
  embeds: m.writing_lost_embeds,
  forms: m.writing_lost_forms,
  comments: m.writing_lost_comments,
  drawings: m.writing_lost_drawings,
  math: m.writing_lost_math,
  links: m.writing_lost_links,
};

/** What Markdown can't hold, in one sentence's list; `others` are names already. */
export function lostNames(lost: readonly LostInPaste[], others: readonly string[] = []): string {
  return formatList([...lost.map((one) => NAMES[one]()), ...others]);
}
