import type { HttpProbe, LabCheck } from '#domain/labs/lab-spec';
import type { CheckResult } from '#domain/labs/verdict';
import { m } from '#web/lib/messages.ts';
import { LazyComparison } from '#web/ui/comparison/lazy-comparison.tsx';
import { askedWords, faultWords, whereWords } from './fault-words.ts';
import classes from './results.module.css';

interface CheckItemProps {
  name: string;
  points: number;
  isHidden: boolean;
  /** Of a visible check. */
  check: LabCheck | undefined;
  result: CheckResult | undefined;
  isOpen: boolean;
  seconds: number;
  /** Left out where the code can't be gone to. */
  onGoTo: ((file: string, line: number) => void) | undefined;
}

const SIGNS = { passed: '✓', failed: '✗', unknown: '○' } as const;
const WORDS = { passed: m.labs_check_passed, failed: m.labs_check_failed, unknown: m.labs_check_unknown };

/** A check, and what came of it. */
export function CheckItem({ isHidden, name, points, result, ...rest }: CheckItemProps) {
  const state = result ? (result.ok ? 'passed' : 'failed') : 'unknown';
  const head = (
    <>
      <span className={classes.sign} data-state={state} aria-hidden="true">
        {SIGNS[state]}
      </span>
      <span className={classes.name}>
        {name}
        <span className={classes.facts}>
          {WORDS[state]()}
          {isHidden && <span>{m.labs_check_hidden()}</span>}
          {points !== 1 && <span>{m.labs_check_points({ points })}</span>}
        </span>
      </span>
    </>
  );
  const hasMore = result !== undefined && (isHidden ? !result.ok : true);
  if (!hasMore) return <li className={classes.check}>{head}</li>;
  return (
    <li className={classes.check}>
      <details key={`${state}${rest.isOpen}`} open={rest.isOpen}>
        <summary>{head}</summary>
        <div className={classes.finding}>
          <Finding {...rest} isHidden={isHidden} result={result} />
        </div>
      </details>
    </li>
  );
}

type FindingProps = Pick<CheckItemProps, 'check' | 'isHidden' | 'onGoTo' | 'seconds'> & {
  result: CheckResult;
};

function Finding({ check, isHidden, onGoTo, result, seconds }: FindingProps) {
  const { asked, fault, file, hint, line, ok, out, reply, where } = result;
  const probe = check?.probe;
  return (
    <>
      {isHidden && <p>{m.labs_hidden_text()}</p>}
      {fault && <p className={classes.fault}>{faultWords(fault, seconds)}</p>}
      {probe?.kind === 'http' ? (
        <Request probe={probe} />
      ) : (
        asked !== undefined && probe && <Text label={askedWords(probe.kind)} text={asked} />
      )}
      {reply && (
        <Text
          label={m.labs_response()}
          text={[
            String(reply.status),
            ...Object.entries(reply.headers).map(([header, value]) => `${header}: ${value}`),
            '',
            reply.body,
          ].join('\n')}
        />
      )}
      {!ok && where !== undefined && !fault && <p>{whereWords(where)}</p>}
      {!ok && !fault && <Compared check={check} result={result} />}
      {file !== undefined && line !== undefined && onGoTo && (
        <button type="button" className={classes.line} onClick={() => onGoTo(file, line)}>
          {m.labs_line({ file, line })}
        </button>
      )}
      {out && <Text label={m.labs_printed()} text={out} />}
      {hint && <p className={classes.hint}>{hint}</p>}
    </>
  );
}

/** Short values below each other; of longer ones what differs, too. */
function Compared({ check, result }: { check: LabCheck | undefined; result: CheckResult }) {
  const { actual, expected, line } = result;
  if (expected === undefined && actual === undefined) return null;
  const isError = check?.probe && ('throws' in check.probe || 'raises' in check.probe);
  // What a program ended by is read, not compared.
  const isLong =
    line === undefined && expected !== undefined && actual !== undefined && /\n|.{48}/.test(expected);
  return (
    <>
      {expected !== undefined && (
        <Text label={isError ? m.labs_expected_error() : m.labs_expected()} text={expected} kind="expected" />
      )}
      {actual !== undefined && <Text label={m.labs_actual()} text={actual} kind="actual" />}
      {isLong && expected !== actual && (
        <div className={classes.difference}>
          <p className={classes.label}>{m.labs_difference_help()}</p>
          <LazyComparison from={expected} to={actual} label={m.labs_difference()} />
        </div>
      )}
    </>
  );
}

function Request({ probe: { before = [], request } }: { probe: HttpProbe }) {
  const { body, headers = {}, method, path } = request;
  const lines = [
    `${method} ${path}`,
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
    ...(body === undefined ? [] : ['', body]),
  ];
  return (
    <>
      {before.length > 0 && <p>{m.labs_request_before({ count: before.length })}</p>}
      <Text label={m.labs_request()} text={lines.join('\n')} />
    </>
  );
}

function Text({ kind, label, text }: { label: string; text: string; kind?: 'expected' | 'actual' }) {
  return (
    <div>
      <p className={classes.label}>{label}</p>
      {text === '' ? (
        <p className={classes.nothing}>{m.labs_actual_none()}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <pre className={classes.value} data-kind={kind} tabIndex={0}>
          {text}
        </pre>
      )}
    </div>
  );
}
