import type { Commit, Person } from '../store/formats.ts';
import { shortName } from '../store/refs.ts';
import type { Repository } from '../store/repository.ts';
import { peel } from './revisions.ts';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface Moment {
  readonly seconds: number;
  readonly zone: string;
}

function localTime({ seconds, zone }: Moment): Date {
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5));
  return new Date((seconds + (zone.startsWith('-') ? -1 : 1) * minutes * 60) * 1000);
}

/** `Thu Jan 1 09:00:00 2026 +0000` */
export function dateText(moment: Moment): string {
  const local = localTime(moment);
  const time = local.toISOString().slice(11, 19);
  const day = `${DAYS[local.getUTCDay()]} ${MONTHS[local.getUTCMonth()]} ${local.getUTCDate()}`;
  return `${day} ${time} ${local.getUTCFullYear()} ${moment.zone}`;
}

/** `--date=`: `short`, `iso`, `iso-strict`, `unix`, `raw`, or as usual. */
function dateIn(moment: Moment, format: string | undefined): string {
  const iso = localTime(moment).toISOString();
  const zone = moment.zone === '+0000' ? 'Z' : moment.zone.replace(/(\d\d)$/, ':$1');
  switch (format) {
    case 'short':
      return iso.slice(0, 10);
    case 'iso':
      return `${iso.slice(0, 10)} ${iso.slice(11, 19)} ${moment.zone}`;
    case 'iso-strict':
      return `${iso.slice(0, 19)}${zone === 'Z' ? '+00:00' : zone}`;
    case 'unix':
      return String(moment.seconds);
    case 'raw':
      return `${moment.seconds} ${moment.zone}`;
    default:
      return dateText(moment);
  }
}

/** ` (HEAD -> main, tag: v1)` by commit. */
export async function decorations(repository: Repository): Promise<Map<string, string[]>> {
  const { refs } = repository;
  const names = new Map<string, string[]>();
  const put = (oid: string, name: string) => names.set(oid, [...(names.get(oid) ?? []), name]);
  const [head, at] = [await refs.head(), await refs.read('HEAD')];
  if (at !== undefined) put(at, head === undefined ? 'HEAD' : `HEAD -> ${shortName(head)}`);
  const all = await refs.list();
  for (const [ref, oid] of [...all].reverse()) {
    if (ref.startsWith('refs/tags/')) put(await peel(repository, oid, '', ref), `tag: ${shortName(ref)}`);
    else if (ref !== head) put(oid, shortName(ref));
  }
  return names;
}

export interface Pretty {
  /** `oneline`, `short`, `medium`, `full`, `fuller`, `raw`, or a format with `%`. */
  readonly format: string;
  readonly date?: string | undefined;
  readonly isShortName?: boolean;
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/** A commit as `git log` shows it, without the empty line between two. */
export function prettyCommit(oid: string, commit: Commit, pretty: Pretty): string {
  const { format, isShortName = false, names } = pretty;
  const decoration = names.get(oid);
  const said = decoration ? ` (${decoration.join(', ')})` : '';
  const name = isShortName ? oid.slice(0, 7) : oid;
  const subject = subjectLine(commit.message);
  if (format === 'oneline') return `${name}${said} ${subject}\n`;
  if (format.includes('%')) return `${expand(format, { oid, commit, decoration, date: pretty.date })}\n`;
  const lines = [`commit ${name}${said}`];
  if (commit.parents.length > 1)
    lines.push(`Merge: ${commit.parents.map((parent) => parent.slice(0, 7)).join(' ')}`);
  lines.push(...people(commit, format, pretty.date));
  const text = format === 'short' ? [subject] : messageLines(commit.message);
  return `${lines.join('\n')}\n\n${text.map((line) => `    ${line}\n`).join('')}`;
}

function people({ author, committer }: Commit, format: string, date: string | undefined): string[] {
  const own = `${author.name} <${author.email}>`;
  const other = `${committer.name} <${committer.email}>`;
  switch (format) {
    case 'short':
      return [`Author: ${own}`];
    case 'full':
      return [`Author: ${own}`, `Commit: ${other}`];
    case 'fuller':
      return [
        `Author:     ${own}`,
        `AuthorDate: ${dateIn(author, date)}`,
        `Commit:     ${other}`,
        `CommitDate: ${dateIn(committer, date)}`,
      ];
    default:
      return [`Author: ${own}`, `Date:   ${dateIn(author, date)}`];
  }
}

function messageLines(message: string): string[] {
  return message.replace(/\n+$/, '').split('\n').map(expandTabs);
}

function expandTabs(line: string): string {
  let text = '';
  for (const char of line) text += char === '\t' ? ' '.repeat(8 - (text.length % 8)) : char;
  return text;
}

export function subjectLine(message: string): string {
  return (message.replace(/^\n+/, '').split(/\n\s*\n/)[0] ?? '').trim().replaceAll('\n', ' ');
}

function bodyLines(message: string): string[] {
  const [, ...rest] = message.replace(/^\n+/, '').split(/\n\s*\n/);
  return rest.length === 0 ? [] : rest.join('\n\n').split('\n');
}

interface Asked {
  readonly oid: string;
  readonly commit: Commit;
  readonly decoration: readonly string[] | undefined;
  readonly date: string | undefined;
}

function expand(format: string, asked: Asked): string {
  return format.replace(
    /%(?:C\([^)]*\)|C(?:reset|red|green|blue|yellow)|x[\da-fA-F]{2}|[ac][neadtisI]|[HhTtPpsbBdDnN%])/g,
    (code) => placeholder(code.slice(1), asked),
  );
}

function placeholder(code: string, { commit, date, decoration, oid }: Asked): string {
  const { message, parents, tree } = commit;
  if (code.startsWith('x')) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
  if (/^C./.test(code)) return '';
  if (code.length > 1)
    return ofPerson(code.startsWith('a') ? commit.author : commit.committer, code.charAt(1), date);
  switch (code) {
    case 'H':
      return oid;
    case 'h':
      return oid.slice(0, 7);
    case 'T':
      return tree;
    case 't':
      return tree.slice(0, 7);
    case 'P':
      return parents.join(' ');
    case 'p':
      return parents.map((parent) => parent.slice(0, 7)).join(' ');
    case 's':
      return subjectLine(message);
    case 'b': {
      const body = bodyLines(message).join('\n');
      return body === '' || body.endsWith('\n') ? body : `${body}\n`;
    }
    case 'B':
      return message.replace(/^\n+/, '');
    case 'd':
      return decoration ? ` (${decoration.join(', ')})` : '';
    case 'D':
      return decoration?.join(', ') ?? '';
    case 'n':
      return '\n';
    case '%':
      return '%';
    default:
      return '';
  }
}

function ofPerson(person: Person, part: string, date: string | undefined): string {
  switch (part) {
    case 'n':
      return person.name;
    case 'e':
      return person.email;
    case 't':
      return dateIn(person, 'unix');
    case 'i':
      return dateIn(person, 'iso');
    case 's':
      return dateIn(person, 'short');
    case 'I':
      return dateIn(person, 'iso-strict');
    default:
      return dateIn(person, date);
  }
}
