import { useEffect, useState } from 'react';
import { countWords } from '#domain/courses/count-words';
import { minutesOfWords } from '#domain/courses/reading-minutes';
import { m } from '#web/lib/messages.ts';

const TYPING_MS = 400;

/** How long a text is, counted when its author pauses. */
export function TextCount({ text }: { text: string }) {
  const [words, setWords] = useState(() => countWords(text));
  useEffect(() => {
    const timer = setTimeout(() => setWords(countWords(text)), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p>
      {m.writing_words({ count: words })}
      {words > 0 && ` · ${m.writing_minutes({ count: minutesOfWords(words) })}`}
    </p>
  );
}
