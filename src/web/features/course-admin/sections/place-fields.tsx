import { useState } from 'react';
import type { EditSection } from '#contract/courses/courses';
import { type Chapter, chaptersOf } from '#domain/courses/chapters';
import { m } from '#web/lib/messages.ts';
import { SelectField } from '#web/ui/fields/text-field.tsx';

export interface ChosenPlace {
  readonly after: string | null;
  readonly chapter: string;
}

type Run = Chapter<EditSection>;

/** Where a section can go among these: their chapters in a row, and the end in no chapter. */
export function runsOf(sections: readonly EditSection[]): Run[] {
  const runs = chaptersOf(sections);
  return runs.at(-1)?.title === '' ? runs : [...runs, { title: '', sections: [] }];
}

/** At the end of the last chapter. */
export function lastPlace(sections: readonly EditSection[]): ChosenPlace {
  const last = sections.at(-1);
  return { after: last?.id ?? null, chapter: last?.chapter ?? '' };
}

interface PlaceFieldsProps {
  sections: readonly EditSection[];
  error: string | undefined;
  onChoose: (place: ChosenPlace) => void;
}

/** The chapter, where the course has any, and the place in it. */
export function PlaceFields({ error, onChoose, sections }: PlaceFieldsProps) {
  const runs = runsOf(sections);
  const [run, setRun] = useState(() => Math.max(0, chaptersOf(sections).length - 1));
  const [after, setAfter] = useState(() => lastPlace(sections).after);
  const { sections: inside = [], title: chapter = '' } = runs[run] ?? {};
  const before = runs[run - 1]?.sections.at(-1)?.id ?? null;
  const choose = (nextRun: number, nextAfter: string | null) => {
    setRun(nextRun);
    setAfter(nextAfter);
    onChoose({ after: nextAfter, chapter: runs[nextRun]?.title ?? '' });
  };
  const hasChapters = runs.some(({ title }) => title !== '');
  return (
    <>
      {hasChapters && (
        <SelectField
          label={m.admin_chapter()}
          value={run}
          onChange={(event) => {
            const next = Number(event.target.value);
            choose(next, runs[next]?.sections.at(-1)?.id ?? runs[next - 1]?.sections.at(-1)?.id ?? null);
          }}
        >
          {runs.map(({ sections: [first], title }, index) => (
            <option key={first?.id ?? 'end'} value={index}>
              {title || noChapterWords(runs, index)}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={m.admin_move_place()}
        error={error}
        value={after ?? ''}
        onChange={(event) => choose(run, event.target.value || null)}
      >
        <option value={before ?? ''}>
          {chapter ? m.admin_move_first_in({ chapter }) : m.admin_move_first()}
        </option>
        {inside.map(({ id, title }) => (
          <option key={id} value={id}>
            {m.admin_move_after({ title })}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function noChapterWords(runs: readonly Run[], at: number): string {
  const before = runs[at - 1]?.title;
  return before ? m.admin_move_no_chapter_after({ chapter: before }) : m.admin_move_no_chapter();
}
