import { z } from 'zod';
import { perLanguage } from '#domain/language';
import { m } from '../messages/messages.js';

type Issue = z.core.$ZodRawIssue;
type Kind = () => string;

const anyOf = perLanguage((of) => new Intl.ListFormat(of, { type: 'disjunction' }));
const allOf = perLanguage((of) => new Intl.ListFormat(of));

/** Of a value of the wrong kind, by what was expected. */
const KINDS: Readonly<Record<string, Kind>> = {
  string: m.faults_must_be_text,
  number: m.faults_must_be_a_number,
  int: m.faults_must_be_a_whole_number_2,
  boolean: m.faults_must_be_true_or_false,
  array: m.faults_must_be_a_list,
  tuple: m.faults_must_be_a_list,
  object: m.faults_must_be_keys_with_values,
  record: m.faults_must_be_keys_with_values,
  date: m.faults_must_be_a_date,
};

/** Of a text of the wrong form, by the form. */
const FORMATS: Readonly<Record<string, Kind>> = {
  email: m.faults_must_be_an_email_address,
  url: m.faults_must_be_a_url,
  uuid: m.faults_must_be_a_uuid,
  guid: m.faults_must_be_a_uuid,
  datetime: m.faults_must_be_a_date_and_time_2,
  date: m.faults_must_be_a_date,
};

/** What the library finds wrong with a value where its schema has no words of its own, for who wrote the value. */
export function issueWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? m.faults_is_missing()
        : (KINDS[issue.expected]?.() ?? m.faults_is_not_valid());
    case 'invalid_value':
      return m.faults_must_be_one_of({ values: anyOf().format(issue.values.map(String)) });
    case 'too_big':
      return boundWords(MOST, issue, issue.maximum);
    case 'too_small':
      return boundWords(LEAST, issue, issue.minimum);
    case 'invalid_format':
      return formatWords(issue);
    case 'not_multiple_of':
      return m.faults_must_be_a_multiple_of({ number: Number(issue.divisor) });
    case 'unrecognized_keys':
      return m.faults_has_unknown_keys({ count: issue.keys.length, keys: allOf().format(issue.keys) });
    case 'invalid_union':
      return Array.isArray(issue.options) && issue.options.length > 0
        ? m.faults_must_be_one_of({ values: anyOf().format(issue.options.map(String)) })
        : m.faults_is_not_valid();
    default:
      return m.faults_is_not_valid();
  }
}

type Counted = (values: { number: number }) => string;

/** Of a value that is too large or too small, by what is counted. */
interface BoundWords {
  readonly characters: Counted;
  readonly entries: Counted;
  readonly date: Kind;
  /** For a number that may be the bound itself, and for one that may not. */
  readonly number: Counted;
  readonly open: Counted;
}

const MOST: BoundWords = {
  characters: m.faults_must_have_characters_or_fewer,
  entries: m.faults_must_have_entries_or_fewer,
  date: m.faults_is_too_late,
  number: m.faults_must_be_at_most,
  open: m.faults_must_be_less_than,
};
const LEAST: BoundWords = {
  characters: m.faults_must_have_characters_or_more,
  entries: m.faults_must_have_entries_or_more,
  date: m.faults_is_too_early,
  number: m.faults_must_be_or_more,
  open: m.faults_must_be_more_than,
};
const COUNTED: ReadonlySet<string> = new Set(['array', 'set', 'map']);

interface Bounded {
  readonly origin: string;
  readonly exact?: boolean | undefined;
  readonly inclusive?: boolean | undefined;
}

function boundWords(
  words: BoundWords,
  { exact, inclusive, origin }: Bounded,
  bound: number | bigint,
): string {
  const number = Number(bound);
  if (origin === 'string')
    return (exact ? m.faults_must_have_exactly_characters : words.characters)({ number });
  if (COUNTED.has(origin)) return (exact ? m.faults_must_have_exactly_entries : words.entries)({ number });
  if (origin === 'date') return words.date();
  return (inclusive === false ? words.open : words.number)({ number });
}

function formatWords(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  if (issue.format === 'starts_with') return m.faults_must_start_with({ text: String(issue.prefix) });
  if (issue.format === 'ends_with') return m.faults_must_end_with({ text: String(issue.suffix) });
  if (issue.format === 'includes') return m.faults_must_contain({ text: String(issue.includes) });
  return (FORMATS[issue.format] ?? m.faults_has_the_wrong_form)();
}

z.config({ localeError: issueWords });
