import type { LabCheck, LabSpec } from '#domain/labs/lab-spec';

/** A lab in JavaScript with the given checks. */
export function labOf(checks: readonly LabCheck[], rest: Partial<LabSpec> = {}): LabSpec {
  return {
    runner: 'javascript',
    given: {},
    limits: { seconds: 1, runsPerHour: 60 },
    pass: 'all',
    checks,
    hints: [],
    ...rest,
  };
}

/** One visible and one hidden check of a function that doubles. */
export const DOUBLING: readonly LabCheck[] = [
  {
    id: 'a',
    name: 'two',
    probe: { kind: 'call', module: 'src/double', call: 'double', args: [1], equals: 2 },
  },
  {
    id: 'b',
    name: 'hidden',
    hidden: true,
    hint: 'What is twice 21?',
    probe: { kind: 'call', module: 'src/double', call: 'double', args: [21], equals: 42 },
  },
];

/** A lab in SQL on a shop with two books. */
export function sqlLabOf(checks: readonly LabCheck[], rest: Partial<LabSpec> = {}): LabSpec {
  return labOf(checks, {
    runner: 'sql',
    given: { 'shop.sql': SHOP },
    setup: ['shop.sql'],
    limits: { seconds: 2, runsPerHour: 60 },
    ...rest,
  });
}

const SHOP = `create table books (title text primary key, price numeric(6,2) not null);
insert into books values ('Night Ferry', 12.50), ('Tidewater', 9);
`;

/** A lab in the shell, in a folder with two letters and a note. */
export function shellLabOf(checks: readonly LabCheck[], rest: Partial<LabSpec> = {}): LabSpec {
  return labOf(checks, {
    runner: 'shell',
    given: { 'letters.sh': 'mkdir -p letters\necho one > letters/a.txt\necho two > letters/b.txt\n' },
    setup: ['letters.sh'],
    limits: { seconds: 2, runsPerHour: 60 },
    ...rest,
  });
}
