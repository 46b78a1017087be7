import { splitStatements } from '#server/db/migrating/split-statements';

/** What the statements of a release that still runs don't survive, and why. */
const BREAKS: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^drop (?:table|view|materialized view|function|type|trigger)\b/, 'removes what the old release may use'],
  [
    /^alter table .*\bdrop (?:column )?(?!constraint\b|default\b|not null\b|expression\b|identity\b)/,
    'removes a column',
  ],
  [/^alter (?:table|view|type|function) .*\brename\b/, 'renames what the old release knows by its name'],
  [/^alter table .*\balter (?:column )?\S+ (?:set data )?type\b/, 'changes the type of a column'],
  [
    /^alter table .*\balter (?:column )?\S+ set not null\b/,
    'demands a value that the old release may not write',
  ],
  [
    /^alter table .*\balter (?:column )?\S+ drop default\b/,
    'takes away a value that the old release counts on',
  ],
  [
    /^alter table .*\badd (?:constraint \S+ )?(?:check|unique|primary key|foreign key|exclude)\b/,
    'forbids rows that the old release may write',
  ],
  [/^create unique index\b/, 'forbids rows that the old release may write'],
];
const NEW_COLUMN =
  /\badd (?:column )?(?:if not exists )?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)\S+ [^,]*?\bnot null\b[^,]*/g;
const NAMED =
  /^(?:alter table|create unique index (?:.*? )?on|create trigger .*? on) (?:only |if exists )*([\w.]+)/;
const MADE = /^create (?:table|view|materialized view)(?: if not exists)? ([\w.]+)/;
const REPLACED = /^create (?:or replace )?(view|function|trigger|type|table) ([\w.]+)/;

/**
 * What in a migration breaks the release before it, which runs on while the new one starts; nothing for one that only adds. A
 * table that the same file makes is nobody's yet, and a view that it drops and makes again is replaced.
 */
export function breaksOf(text: string): string[] {
  const statements = splitStatements(text).map((statement) => statement.toLowerCase().replace(/\s+/g, ' '));
  const made = new Set(statements.map((statement) => MADE.exec(statement)?.[1]));
  const replaced = new Set(statements.map((statement) => REPLACED.exec(statement)?.slice(1).join(' ')));
  return statements.flatMap((statement) => {
    const table = NAMED.exec(statement)?.[1];
    if (table !== undefined && made.has(table)) return [];
    const dropped = /^drop (view|function|trigger|type|table) (?:if exists )?([\w.]+)/.exec(statement);
    if (dropped && replaced.has(dropped.slice(1).join(' '))) return [];
    const broken = BREAKS.filter(([pattern]) => pattern.test(statement)).map(([, why]) => why);
    const empty = (statement.match(NEW_COLUMN) ?? []).filter(
      (column) => !/\bdefault\b|\bgenerated\b/.test(column),
    );
    if (/^alter table/.test(statement) && empty.length > 0)
      broken.push('adds a column that the old release leaves empty');
    return broken.map((why) => `${why}: ${statement.slice(0, 80)}`);
  });
}

/** The migration whose work this one ends: "-- contract: 0152-chapters.sql". */
export const contractOf = (text: string): string | undefined => /^-- contract: (\S+)$/m.exec(text)?.[1];

/** Why the old release goes on all the same: "-- rolling: the check only allows more". */
export const reasonOf = (text: string): string | undefined => /^-- rolling: (.{20,})$/m.exec(text)?.[1];
