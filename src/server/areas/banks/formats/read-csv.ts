import { parse } from 'csv-parse/sync';
import { FileRefused } from './file-refused.ts';
import { type Imported, MOST_QUESTIONS, nameOf, newReading, type Reading, refuseMany } from './imported.ts';
import { pictureReason } from './pictures.ts';
import { placeMarkdownPictures } from './place-markdown-pictures.ts';
import { rubricOf } from './to-essay.ts';

const COLUMNS = ['kind', 'prompt', 'correct', 'wrong', 'points', 'tags', 'explanation', 'tolerance', 'unit'];
/** Between the forms of one gap. */
const FORMS = /\s+\/\s+/;

/**
 * Reads a table with a head: kind, prompt, correct, wrong, points, tags, explanation, tolerance, unit. What is more than
 * one stands between "|", the forms of one gap between " / ". Texts are Markdown.
 */
export function readCsv(text: string, { onQuestion, pictures }: Reading = newReading()): Imported[] {
  const rows = rowsOf(text);
  const [head, ...body] = rows;
  const names = (head?.record ?? []).map((name) => name.trim().toLowerCase());
  for (const needed of ['prompt', 'correct'])
    if (!names.includes(needed))
      throw new FileRefused(
        `The first line must name the columns; "${needed}" is missing. Known are: ${COLUMNS.join(', ')}.`,
      );
  const unknown = names.filter((name) => name !== '' && !COLUMNS.includes(name));
  refuseMany(body.length);
  return body.map(({ line, record }, at) => {
    const changes =
      unknown.length > 0 ? [`unknown columns were left out: ${unknown.join(', ').slice(0, 100)}`] : [];
    const field = (name: string) => {
      const placed = placeMarkdownPictures(record[names.indexOf(name)]?.trim() ?? '', pictures);
      changes.push(...placed.changes);
      return placed.text;
    };
    const made = toQuestion(field, changes);
    const prompt = field('prompt');
    const dropped = typeof made === 'string' ? made : pictureReason(changes);
    const points = field('points') === '' ? 1 : Number(field('points').replace(',', '.'));
    const head = { prompt, points, explanation: field('explanation') };
    onQuestion(at + 1, body.length);
    return {
      ...{ name: nameOf('', prompt), line, tags: listOf(field('tags')), changes: [...new Set(changes)] },
      question: typeof made === 'string' || dropped !== null ? null : { ...head, ...made },
      dropped,
    };
  });
}

function rowsOf(text: string): { record: string[]; line: number }[] {
  const delimiter = [',', ';', '\t'].sort(
    (a, b) => (text.split('\n', 1)[0] ?? '').split(b).length - (text.split('\n', 1)[0] ?? '').split(a).length,
  )[0];
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: delimiter ?? ',',
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 200_000,
      to: MOST_QUESTIONS + 2,
      on_record: (record: string[], { lines }) => [...record, String(lines)],
    });
    return rows.map((row) => ({ record: row.slice(0, -1), line: Number(row.at(-1)) }));
  } catch (error) {
    throw new FileRefused(
      `The table cannot be read: ${error instanceof Error ? error.message : 'it is broken'}`,
    );
  }
}

/** A question without its head; a text says why there is none. */
function toQuestion(field: (name: string) => string, changes: string[]): object | string {
  const correct = listOf(field('correct'));
  const kind = field('kind') || 'single';
  switch (kind) {
    case 'single':
    case 'multiple':
      return {
        kind,
        options: [
          ...correct.map((text) => ({ text, correct: true })),
          ...listOf(field('wrong')).map((text) => ({ text, correct: false })),
        ],
      };
    case 'true-false':
      if (!/^(true|false|t|f|yes|no|1|0)$/i.test(field('correct'))) return '"correct" must be true or false';
      return { kind, answer: /^(true|t|yes|1)$/i.test(field('correct')) };
    case 'number':
      return {
        kind,
        answer: Number(field('correct').replace(',', '.') || Number.NaN),
        tolerance: Number(field('tolerance').replace(',', '.') || 0),
        ...(field('unit') && { unit: field('unit') }),
      };
    case 'text':
      return { kind, answers: correct, caseSensitive: false };
    case 'order':
      return { kind, items: correct };
    case 'match':
      return { kind, pairs: correct.map(toPair) };
    case 'categorise': {
      const items = correct.map((item) => {
        const { left, right } = toPair(item);
        return { text: left, category: right };
      });
      return { kind, categories: [...new Set(items.map(({ category }) => category))], items };
    }
    case 'gaps': {
      const wrong = field('wrong').split('|');
      const formsOf = (cell: string) => cell.split(FORMS).flatMap((form) => form.trim() || []);
      const gaps = field('correct').split('|');
      return {
        kind,
        gaps: gaps.map((gap, at) => ({ answers: formsOf(gap), wrong: formsOf(wrong[at] ?? '') })),
      };
    }
    case 'essay':
      return { kind, rubric: rubricOf(correct, changes) };
    default:
      return `a table cannot hold questions of the kind "${kind.slice(0, 40)}"`;
  }
}

/** "a = b": what stands on both sides. */
function toPair(text: string): { left: string; right: string } {
  const at = text.indexOf('=');
  return { left: text.slice(0, Math.max(0, at)).trim(), right: text.slice(at + 1).trim() };
}

function listOf(text: string): string[] {
  return text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
