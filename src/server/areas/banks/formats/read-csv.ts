import { CsvError, parse } from 'csv-parse/sync';
import { cut } from '#domain/cut';
import { twoReadings } from '#domain/exams/kinds/number/read-number';
import { m } from '../../../../messages/messages.js';
import { FileRefused } from './file-refused.ts';
import { type Imported, MAX_QUESTIONS, nameOf, newReading, type Reading, refuseMany } from './imported.ts';
import { rubricOf } from './moodle/to-essay.ts';
import { pictureReason } from './pictures.ts';
import { isLostWhole, placeMarkdownPictures } from './place-markdown-pictures.ts';

const MAX_ROW = 200_000;
const COLUMNS = ['kind', 'prompt', 'correct', 'wrong', 'points', 'tags', 'explanation', 'tolerance', 'unit'];
/** Between the forms of one gap. */
const FORMS = /\s+\/\s+/;

/**
 * Reads a table with a head: kind, prompt, correct, wrong, points, tags, explanation, tolerance, unit. What is more than
 * one stands between "|", the forms of one gap between " / ". Texts that are shown are Markdown; what is to be typed is plain text.
 */
export function readCsv(text: string, { onQuestion, pictures }: Reading = newReading()): Imported[] {
  const rows = rowsOf(text);
  const [head, ...body] = rows;
  const names = (head?.record ?? []).map((name) => name.trim().toLowerCase());
  for (const needed of ['prompt', 'correct'])
    if (!names.includes(needed))
      throw new FileRefused(
        m.imports_the_first_line_must_be_a_header({ needed, columns: COLUMNS.join(', ') }),
      );
  const unknown = names.filter((name) => name !== '' && !COLUMNS.includes(name));
  refuseMany(body.length);
  return body.map(({ line, record }, at) => {
    const changes =
      unknown.length > 0
        ? [m.imports_unknown_columns_were_ignored({ columns: cut(unknown.join(', '), 100) })]
        : [];
    const plain = (name: string) => record[names.indexOf(name)]?.trim() ?? '';
    const shown = (name: string) => {
      const placed = placeMarkdownPictures(plain(name), pictures);
      changes.push(...placed.changes);
      return placed.text;
    };
    const made = toQuestion({ plain, shown }, changes);
    const prompt = shown('prompt');
    const fault = isLostWhole(prompt) ? m.imports_its_text_is_html_but_texts_in() : null;
    const dropped =
      typeof made === 'string' ? made : (fault ?? unclearIn(plain, made) ?? pictureReason(changes));
    const points = numberIn(plain('points'), 1);
    const head = { prompt, points, explanation: shown('explanation') };
    onQuestion(at + 1, body.length);
    return {
      name: nameOf('', prompt),
      line,
      tags: listOf(plain('tags')),
      changes: [...new Set(changes)],
      question: typeof made === 'string' || dropped !== null ? null : { ...head, ...made },
      dropped,
    };
  });
}

/** What a cell says as a number, with a point or a comma; `missing` for an empty one. */
function numberIn(text: string, missing: number): number {
  return text === '' ? missing : Number(text.replace(',', '.'));
}

/** Why a question isn't taken whose numbers can be read in two ways (decision 65). */
function unclearIn(plain: (name: string) => string, made: object): string | null {
  const names = 'kind' in made && made.kind === 'number' ? ['correct', 'tolerance', 'points'] : ['points'];
  const readings = names.map((name) => twoReadings(plain(name))).find((each) => each !== null);
  return readings ? m.imports_number_has_two_readings(readings) : null;
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
      max_record_size: MAX_ROW,
      to: MAX_QUESTIONS + 2,
      on_record: (record: string[], { lines }) => [...record, String(lines)],
    });
    return rows.map((row) => ({ record: row.slice(0, -1), line: Number(row.at(-1)) }));
  } catch (error) {
    throw new FileRefused(
      error instanceof CsvError ? tableReason(error) : m.imports_the_csv_file_cannot_be_read(),
    );
  }
}

/** In the words of somebody who fills tables. */
function tableReason({ code, lines }: CsvError): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return m.imports_the_csv_file_has_an_open_quotation_mark();
    case 'CSV_MAX_RECORD_SIZE':
      return m.imports_the_csv_file_has_a_long_row({ most: MAX_ROW });
    default:
      return m.imports_the_csv_file_is_broken_from_line({ lines: String(lines) });
  }
}

interface Fields {
  /** As it stands in the table. */
  readonly plain: (name: string) => string;
  /** As Markdown whose pictures are kept. */
  readonly shown: (name: string) => string;
}

/** A question without its head; a text says why there is none. */
function toQuestion({ plain, shown }: Fields, changes: string[]): object | string {
  const kind = plain('kind') || 'single';
  switch (kind) {
    case 'single':
    case 'multiple':
      return {
        kind,
        options: [
          ...listOf(shown('correct')).map((text) => ({ text, correct: true })),
          ...listOf(shown('wrong')).map((text) => ({ text, correct: false })),
        ],
      };
    case 'true-false':
      if (!/^(true|false|t|f|yes|no|1|0)$/i.test(plain('correct')))
        return m.imports_correct_must_be_true_or_false();
      return { kind, answer: /^(true|t|yes|1)$/i.test(plain('correct')) };
    case 'number':
      return {
        kind,
        answer: numberIn(plain('correct'), Number.NaN),
        tolerance: numberIn(plain('tolerance'), 0),
        ...(plain('unit') && { unit: plain('unit') }),
      };
    case 'text':
      return { kind, answers: listOf(plain('correct')), caseSensitive: false };
    case 'order':
      return { kind, items: listOf(shown('correct')) };
    case 'match':
      return { kind, pairs: listOf(shown('correct')).map(toPair) };
    case 'categorise': {
      const items = listOf(shown('correct')).map((item) => {
        const { left, right } = toPair(item);
        return { text: left, category: right };
      });
      return { kind, categories: [...new Set(items.map(({ category }) => category))], items };
    }
    case 'gaps': {
      const wrong = plain('wrong').split('|');
      const formsOf = (cell: string) => cell.split(FORMS).flatMap((form) => form.trim() || []);
      const gaps = plain('correct').split('|');
      return {
        kind,
        gaps: gaps.map((gap, at) => ({ answers: formsOf(gap), wrong: formsOf(wrong[at] ?? '') })),
      };
    }
    case 'essay':
      return { kind, rubric: rubricOf(listOf(shown('correct')), changes) };
    default:
      return m.imports_csv_import_doesnt_support_questions_of_type({ kind: cut(kind, 40) });
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
