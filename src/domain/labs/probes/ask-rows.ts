import type { AnswerProbe, SqlProbe } from '../lab-spec.ts';
import type { Answer } from '../question.ts';
import { faultText, readQueried } from '../read-answer.ts';
import { cellText, showRows } from './compare-text.ts';
import type { Asked, Finding } from './finding.ts';

/** The rows that the learner's query selects. */
export async function askAnswer(probe: AnswerProbe, { ask, files }: Asked): Promise<Finding> {
  const answer = inFile(await ask({ op: 'query', sql: files[probe.file] ?? '' }), probe.file);
  return compareRows(probe, probe.file, answer);
}

/** What the author's query finds after the learner's statements. */
export async function askSql(probe: SqlProbe, { ask, files }: Asked): Promise<Finding> {
  if (probe.file !== undefined) {
    const ran = inFile(await ask({ op: 'query', sql: files[probe.file] ?? '' }), probe.file);
    if (ran.error) return { ok: false, asked: probe.file, actual: faultText(ran.error), answer: ran };
  }
  return compareRows(probe, probe.sql, inFile(await ask({ op: 'query', sql: probe.sql }), undefined));
}

/** A fault's line is one of the learner's file; one of the author's query says nothing to anybody. */
function inFile(answer: Answer, file: string | undefined): Answer {
  if (!answer.error) return answer;
  const { line, message, name } = answer.error;
  const place = file !== undefined && line !== undefined ? { file, line } : {};
  return { ...answer, error: { name, message, ...place } };
}

function compareRows(probe: AnswerProbe | SqlProbe, asked: string, answer: Answer): Finding {
  if (answer.error) return { ok: false, asked, actual: faultText(answer.error), answer };
  const expected = showRows(probe.rows);
  const found = readQueried(answer.value);
  if (!found) return { ok: false, asked, expected, actual: '', answer };
  if (probe.columns && !isEqualList(probe.columns, found.columns)) {
    const [wanted, got] = [probe.columns.join(' | '), found.columns.join(' | ')];
    return { ok: false, asked, where: 'columns', expected: wanted, actual: got, answer };
  }
  const actual = showRows(found.rows);
  const [wanted, got] = [keysOf(probe.rows), keysOf(found.rows)];
  const isSame = found.total === wanted.length && isEqualList(wanted.toSorted(), got.toSorted());
  const ok = isSame && (!probe.ordered || isEqualList(wanted, got));
  return { ok, asked, where: isSame ? 'order' : 'rows', expected, actual, answer };
}

function keysOf(rows: readonly (readonly unknown[])[]): string[] {
  return rows.map((row) => JSON.stringify(row.map(cellText)));
}

function isEqualList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
