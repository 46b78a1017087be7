import type { PaperQuestion } from '#contract/exams/exams';
import { readPoint } from '#domain/exams/kinds/hotspot/hotspot';
import type { Answer } from '#domain/exams/kinds/kind';
import type { LabFiles } from '#domain/labs/lab-spec';
import { m } from '#web/lib/messages.ts';
import { CodeFiles } from '#web/ui/code/code-files.tsx';
import { Prose } from '#web/ui/prose/prose.tsx';
import classes from '../exams.module.css';
import { HotspotPicture } from '../kinds/hotspot-picture.tsx';
import { KIND_SCREENS } from '../kinds/kind-screens.ts';

interface RightAnswerProps {
  question: PaperQuestion;
  answer: Answer;
  /** What stands before it, where it is another answer than the right one. */
  words?: string;
  isKey?: boolean;
}

/** What would have been right, as it stood in the question: in words, a picture with its places, a line for each part. */
export function RightAnswer({ answer, isKey = true, question, words = m.exams_key() }: RightAnswerProps) {
  const { code, kind, picture } = question;
  if (code)
    return (
      <details>
        <summary>{words}</summary>
        <CodeFiles files={answer as LabFiles} />
      </details>
    );
  if (picture) {
    const points = Array.isArray(answer) ? (answer as string[]) : [];
    const alt = points.flatMap(readPoint).map(({ x, y }) =>
      m.exams_hotspot_at({
        x: Math.round((100 * x) / picture.width),
        y: Math.round((100 * y) / picture.height),
      }),
    );
    return (
      <>
        <p>{words}</p>
        <HotspotPicture picture={picture} points={points} alt={alt.join('; ')} isKey={isKey} />
      </>
    );
  }
  const lines = linesOf(question, answer);
  const [first] = lines;
  if (first && lines.length === 1)
    return (
      <div className={classes.key}>
        <span>{words}</span> <Line line={first} />
      </div>
    );
  const List = KIND_SCREENS[kind].inOrder ? 'ol' : 'ul';
  return (
    <>
      <p>{words}</p>
      <List>
        {lines.map((line) => (
          <li key={line.id}>
            <div className={classes.key}>
              <Line line={line} />
            </div>
          </li>
        ))}
      </List>
    </>
  );
}

interface KeyLine {
  readonly id: string;
  /** HTML of the place that the answer belongs to, where there are several. */
  readonly place?: string;
  /** HTML as it stood in the question, or what was to be written. */
  readonly said: { readonly html: string } | string;
}

function Line({ line: { place, said } }: { line: KeyLine }) {
  return (
    <>
      {place !== undefined && (
        <>
          <Prose html={place} /> <span aria-hidden="true">→</span>{' '}
        </>
      )}
      {typeof said === 'string' ? <span>{said}</span> : <Prose html={said.html} />}
    </>
  );
}

function linesOf(question: PaperQuestion, answer: Answer): KeyLine[] {
  const { choices, kind, places } = question;
  const { keyWords } = KIND_SCREENS[kind];
  if (keyWords) return [{ id: 'answer', said: keyWords(answer, question) }];
  const offered = [...choices, ...places.flatMap((place) => place.choices)];
  const html = new Map(offered.map((choice) => [choice.id, choice.html]));
  const said = (id: string): KeyLine['said'] => {
    const known = html.get(id);
    return known === undefined ? id : { html: known };
  };
  if (typeof answer === 'string') return [{ id: answer, said: said(answer) }];
  if (Array.isArray(answer)) return (answer as string[]).map((id) => ({ id, said: said(id) }));
  const given = answer as Readonly<Record<string, string>>;
  return places.map((place) => ({ id: place.id, place: place.html, said: said(given[place.id] ?? '') }));
}
