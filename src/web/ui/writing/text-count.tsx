import { useDeferredValue, useMemo } from 'react';
import { countWords } from '#domain/courses/count-words';
import { readingMinutes } from '#domain/courses/reading-minutes';
import { m } from '#web/lib/messages.ts';

/** How long a text is, counted when there is time for it. */
export function TextCount({ text }: { text: string }) {
  const settled = useDeferredValue(text);
  const words = useMemo(() => countWords(settled), [settled]);
  const minutes = useMemo(() => readingMinutes(settled), [settled]);
  return (
    <p>
      {m.writing_words({ count: words })}
      {words > 0 && ` · ${m.writing_minutes({ count: minutes })}`}
    </p>
  );
}
