import { useState } from 'react';
import type { LabSolution } from '#contract/courses/labs';
import { wholePercent } from '#domain/exams/results/whole-percent';
import { fingerprintsOf, type SimilarPair, similarPairs } from '#domain/labs/similarity';
import type { Api } from '#web/lib/api/api-client.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { LazyComparison } from '#web/ui/comparison/lazy-comparison.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import classes from '../grades.module.css';
import { tokensOf } from './tokens.ts';

type Pair = SimilarPair<LabSolution>;
interface Found {
  readonly pairs: readonly Pair[];
  readonly compared: number;
}

/** Solutions that have much in common, found in this page when a teacher asks for them. */
export function SimilarSolutions({ sectionId }: { sectionId: string }) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const [shown, setShown] = useState<Pair | null>(null);
  const compare = async () => {
    setBusy(true);
    try {
      setFound(await findSimilar(api, sectionId));
    } catch (error) {
      toastFailure(error, { title: m.grades_similar_failed() });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby="similar">
      <h2 id="similar" className={classes.part}>
        {m.grades_similar()}
      </h2>
      <p className={classes.hint}>{m.grades_similar_text()}</p>
      <Button variant="secondary" busy={busy} onClick={compare}>
        {busy ? m.grades_similar_busy() : m.grades_similar_compare()}
      </Button>
      <p role="status" className={classes.meaning}>
        {found && m.grades_similar_found({ pairs: found.pairs.length, count: found.compared })}
      </p>
      {found && found.pairs.length > 0 && <Pairs pairs={found.pairs} onShow={setShown} />}
      <Dialog open={shown !== null} onClose={() => setShown(null)} title={m.grades_similar()} size="lg">
        {shown && <Compared pair={shown} />}
      </Dialog>
    </section>
  );
}

async function findSimilar(api: Api, id: string): Promise<Found> {
  const { solutions, start } = await api.labs.solutions({ id });
  const given = fingerprintsOf(await tokensOf(start));
  const programs = await Promise.all(
    solutions.map(async (solution) => ({
      id: solution,
      fingerprints: fingerprintsOf(await tokensOf(solution.files)),
    })),
  );
  return { pairs: similarPairs(programs, given).slice(0, 100), compared: solutions.length };
}

function Pairs({ onShow, pairs }: { pairs: readonly Pair[]; onShow: (pair: Pair) => void }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must scroll by keyboard.
    <section className={classes.scroll} aria-label={m.grades_similar()} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{m.grades_similar_learners()}</th>
            <th scope="col">{m.grades_similar_share()}</th>
            <th scope="col">{m.grades_lab_code()}</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => {
            const names = m.grades_similar_pair({ one: pair.one.name, other: pair.other.name });
            return (
              <tr key={`${pair.one.userId} ${pair.other.userId}`}>
                <th scope="row">{names}</th>
                <td>{wholePercent(100 * pair.share)}%</td>
                <td>
                  <Button
                    variant="quiet"
                    size="sm"
                    onClick={() => onShow(pair)}
                    aria-label={m.grades_similar_show_of({ names })}
                  >
                    {m.grades_similar_show()}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Both solutions, one file after the other. */
function Compared({ pair: { one, other } }: { pair: Pair }) {
  const paths = [...new Set([...Object.keys(one.files), ...Object.keys(other.files)])];
  const names = m.grades_similar_pair({ one: one.name, other: other.name });
  return (
    <>
      <p className={classes.hint}>{m.grades_similar_lines({ one: one.name, other: other.name })}</p>
      {paths.map((path) => (
        <section key={path} aria-label={path}>
          <h3 className={classes.small}>{path}</h3>
          {one.files[path] === other.files[path] ? (
            <p className={classes.hint}>{m.labs_conflict_gone({ file: path })}</p>
          ) : (
            <LazyComparison
              from={one.files[path] ?? ''}
              to={other.files[path] ?? ''}
              label={`${names}: ${path}`}
            />
          )}
        </section>
      ))}
    </>
  );
}
