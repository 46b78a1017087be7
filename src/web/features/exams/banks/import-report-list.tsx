import type { ImportReport } from '#contract/questions/import-form';
import { m } from '#web/lib/messages.ts';
import classes from './banks.module.css';

const MAX = 300;
const WORDS: Record<ImportReport['items'][number]['outcome'], () => string> = {
  kept: m.banks_kept,
  changed: m.banks_changed,
  dropped: m.banks_dropped,
};
const ORDER = ['dropped', 'changed', 'kept'];

/** What becomes of the questions of a file: first what is lost, then what is changed. */
export function ImportReportList({ report }: { report: ImportReport }) {
  const { changed, dropped, items, kept } = report;
  const sorted = [...items].sort(
    (a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome) || a.line - b.line,
  );
  return (
    <>
      <p role="status">
        <strong>{m.banks_report_sum({ kept, changed, dropped })}</strong>
      </p>
      <ReportItems items={sorted.slice(0, MAX)} />
      {sorted.length > MAX && (
        <p className={classes.hint}>{m.banks_report_more({ count: sorted.length - MAX })}</p>
      )}
    </>
  );
}

/** Questions of a file, each with what became of it and why. */
export function ReportItems({ items }: Pick<ImportReport, 'items'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section className={classes.report} tabIndex={0} aria-label={m.banks_report()}>
      <ul>
        {items.map(({ line, name, outcome, pictures, points, reasons }) => (
          <li key={`${line} ${name}`} data-outcome={outcome}>
            <span>
              <strong>{WORDS[outcome]()}</strong> · {m.banks_report_line({ line })} · {name}
              {points !== null && ` · ${m.banks_report_points({ points })}`}
            </span>
            {pictures.length > 0 && (
              <span className={classes.hint}>
                {m.banks_report_pictures({ names: pictures.join(', '), count: pictures.length })}
              </span>
            )}
            {reasons.map((reason) => (
              <span key={reason} className={classes.hint}>
                {reason}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
