import { hashOfStatement } from './named-client.ts';

const MAX_LETTERS = 300;

export interface StatementDescription {
  /** What it does to which table first, and a part of the hash of its text: "select courses 4f1c09ab". */
  readonly statement: string;
  /** Its beginning, without anything in quotation marks. */
  readonly text: string;
}

/** What the log says of a statement: enough to find it in the code, and nothing about a person. */
export function describeStatement(text: string): StatementDescription {
  const verb = /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'unknown';
  const table = /\b(?:from|into|update|join)\s+"?([a-z_]+)/i.exec(text)?.[1];
  const statement = [verb, table, hashOfStatement(text).slice(0, 8)].filter(Boolean).join(' ');
  const bare = text
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .trim();
  return { statement, text: bare.slice(0, MAX_LETTERS) };
}

/** Names of statements that were worked out: there are as many as the code has statements. */
const names = new Map<string, string>();
const MAX_KNOWN = 2000;

/** What a trace says of a statement: its name, and nothing that was asked. */
export function nameOfStatement(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_KNOWN) names.clear();
  const { statement } = describeStatement(text);
  names.set(text, statement);
  return statement;
}
