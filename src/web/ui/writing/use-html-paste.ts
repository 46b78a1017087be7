import { type RefObject, useRef } from 'react';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { lostNames } from './lost-names.ts';
import type { Pasted, WritingSurface } from './surface.ts';

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
      if (lost.length > 0)
        toast({
          title: m.writing_paste_lost(),
          description: m.writing_paste_lost_text({ list: lostNames(lost) }),
        });
    } catch {
      toast({ title: m.writing_paste_plain(), description: m.writing_paste_plain_text() });
    }
  };
}
