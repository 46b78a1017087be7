import { type RefObject, useRef } from 'react';
import type { LostInPaste } from '#domain/writing/lost-in-paste';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import type { Pasted, WritingSurface } from './surface.ts';

const LOST: Readonly<Record<LostInPaste, () => string>> = {
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

/**
 * Puts Markdown in the place of plain text that was pasted with its format, and says what Markdown can't hold. The plain
 * text stands there first, so nothing is lost without a connection, and undo goes back to it.
 */
export function useHtmlPaste(surface: RefObject<WritingSurface | null>) {
  const api = useApi();
  const last = useRef(0);
  return async (html: string, { at, text }: Pasted) => {
    last.current += 1;
    const own = last.current;
    try {
      const { lost, markdown } = await api.courses.fromHtml({ html });
      const it = surface.current;
      const isThere = it?.selected().text.slice(at, at + text.length) === text;
      if (!it || own !== last.current || !isThere)
        return toast({ title: m.writing_paste_plain(), description: m.writing_paste_changed() });
      const cursor = at + markdown.length;
      if (markdown !== text)
        it.apply({ from: at, to: at + text.length, insert: markdown, select: [cursor, cursor] });
      if (lost.length > 0) {
        const list = new Intl.ListFormat(document.documentElement.lang || 'en').format(
          lost.map((one) => LOST[one]()),
        );
        toast({ title: m.writing_paste_lost(), description: m.writing_paste_lost_text({ list }) });
      }
    } catch {
      toast({ title: m.writing_paste_plain(), description: m.writing_paste_plain_text() });
    }
  };
}
