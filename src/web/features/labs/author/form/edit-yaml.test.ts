import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { moveUp, removeItem, setYaml, type YamlPath } from './edit-yaml.ts';

const TEXT = `runner: javascript # the language
# All of them.
checks:
  # first
  - id: a # trailing
    name: "A"
    equals: 1   # one
    # between
    stdout: |
      x
      y
  # second
  - { id: b, name: "B", args: [1, 2], hidden: true } # in one line

  - id: c
    rows:
      - [1]
      - [2]

    # end
hints:
  - x
`;
const check = (at: number, key: string): YamlPath => ['checks', at, key];

test('a value is replaced in its place, in the style it was written in', () => {
  expect(setYaml(TEXT, check(0, 'name'), 'Adds 2')).toBe(TEXT.replace('"A"', '"Adds 2"'));
  expect(setYaml(TEXT, check(0, 'equals'), [1, 'b'])).toBe(TEXT.replace('1   # one', '[1, b]   # one'));
  expect(setYaml(TEXT, check(0, 'id'), 'first')).toBe(TEXT.replace('a # trailing', 'first # trailing'));
  expect(setYaml(TEXT, check(1, 'args'), [3])).toBe(TEXT.replace('[1, 2]', '[3]'));
  expect(setYaml(TEXT, check(0, 'stdout'), 'z\n\nend\n')).toBe(
    TEXT.replace('      x\n      y\n', '      z\n\n      end\n'),
  );
  expect(setYaml(TEXT, check(2, 'rows'), [[3], ['a, b']])).toContain('      - [3]\n      - ["a, b"]\n');
  expect(setYaml(TEXT, check(0, 'equals'), 255, '0xff')).toBe(TEXT.replace('1   #', '0xff   #'));
});

test('a key is added below the others of its check, or in its line', () => {
  expect(setYaml(TEXT, check(0, 'points'), 3)).toBe(TEXT.replace('      y\n', '      y\n    points: 3\n'));
  expect(setYaml(TEXT, check(1, 'hint'), 'Is it: even?')).toBe(
    TEXT.replace('hidden: true }', 'hidden: true, hint: "Is it: even?" }'),
  );
  expect(setYaml('checks:\n  - id: a', check(0, 'name'), 'A')).toBe('checks:\n  - id: a\n    name: A\n');
});

test('a key is taken away with its line, and comments stay', () => {
  expect(setYaml(TEXT, check(0, 'stdout'), undefined)).toBe(
    TEXT.replace('    stdout: |\n      x\n      y\n', ''),
  );
  expect(setYaml(TEXT, check(1, 'hidden'), undefined)).toBe(TEXT.replace(', hidden: true', ''));
  const first = 'checks:\n  - hidden: true\n    # why\n    id: a\n';
  expect(setYaml(first, check(0, 'hidden'), undefined)).toContain('# why');
});

test('an item of a list is replaced in its place', () => {
  expect(setYaml(TEXT, ['hints', 0], 'y: z')).toBe(TEXT.replace('  - x', '  - "y: z"'));
  expect(setYaml('hints: [a, "b"] # few\n', ['hints', 1], 'c')).toBe('hints: [a, "c"] # few\n');
  expect(setYaml(TEXT, ['hints', 0], 'one\ntwo')).toBe(TEXT.replace('  - x', '  - |-\n    one\n    two'));
});

test('an item is taken away or moved, with the comment above it', () => {
  expect(removeItem(TEXT, ['checks', 1])).toBe(TEXT.replace(/ {2}- \{ id: b.*\n/, ''));
  const moved = moveUp(TEXT, ['checks', 1]);
  expect(moved.indexOf('# second')).toBeLessThan(moved.indexOf('{ id: b'));
  expect(moved.indexOf('{ id: b')).toBeLessThan(moved.indexOf('# first'));
  expect(moved.indexOf('# first')).toBeLessThan(moved.indexOf('id: a # trailing'));
  expect(parse(moved).checks.map(({ id }: { id: string }) => id)).toEqual(['b', 'a', 'c']);
  expect(parse(removeItem('checks:\n  - id: a\n', ['checks', 0])).checks).toEqual([]);
});

test('a value that others share by its anchor can be changed, taken away, and moved: they keep it', () => {
  const shared = `checks:
  - id: a
    setup: &more |
      one
  # second
  - id: b
    setup: *more
  - &whole { id: c, rows: [1] }
  - *whole
`;
  const checks = (text: string) => parse(text).checks;
  const before = checks(shared);
  expect(checks(setYaml(shared, ['checks', 0, 'setup'], undefined))[1]).toEqual(before[1]);
  const changed = setYaml(shared, ['checks', 0, 'setup'], 'two');
  expect(checks(changed).map(({ setup }: { setup?: string }) => setup)).toEqual([
    'two',
    'one\n',
    undefined,
    undefined,
  ]);
  expect(changed).toContain('# second');
  expect(setYaml(shared, ['checks', 1, 'setup'], 'two')).toBe(shared.replace('*more', 'two'));
  expect(checks(setYaml(shared, ['checks', 3, 'id'], 'd'))).toEqual([
    ...before.slice(0, 3),
    { id: 'd', rows: [1] },
  ]);
  expect(checks(removeItem(shared, ['checks', 0]))).toEqual(before.slice(1));
  expect(checks(removeItem(shared, ['checks', 2]))).toEqual([before[0], before[1], before[3]]);
  expect(checks(moveUp(shared, ['checks', 1]))).toEqual([before[1], before[0], before[2], before[3]]);
});

const LABS = readdirSync('content', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('lab.yaml'))
  .map((path) => readFileSync(`content/${path}`, 'utf8'));
const SHARED = LABS.find((text) => text.includes('&more')) ?? '';
const commentsOf = (text: string) => text.match(/(?:^|\s)#[^\n]*/g)?.length ?? 0;

test('whatever is set in a sample lab is there then, everything else means what it meant, and no comment goes', () => {
  const value = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc
      .array(fc.constantFrom('one', '  two', '', '# no comment', 'a: b', '- c', '\t'), { maxLength: 6 })
      .map((lines) => lines.join('\n')),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.array(fc.oneof(fc.integer(), fc.string({ maxLength: 8 })), { maxLength: 3 }), {
      maxLength: 3,
    }),
  );
  const key = fc.constantFrom('name', 'hint', 'points', 'hidden', 'stdout', 'equals', 'rows', 'setup');
  fc.assert(
    fc.property(
      fc.constantFrom(TEXT, ...LABS),
      fc.nat(30),
      key,
      fc.option(value, { nil: undefined }),
      (text, at, name, given) => {
        const before = parse(text);
        const index = at % before.checks.length;
        const after = setYaml(text, ['checks', index, name], given);
        const expected = structuredClone(before);
        if (given === undefined) delete expected.checks[index][name];
        else expected.checks[index][name] = given;
        expect(parse(after)).toEqual(expected);
        if (given !== undefined && !JSON.stringify([before.checks[index][name], given]).includes('#'))
          expect(commentsOf(after)).toBe(commentsOf(text));
      },
    ),
    { numRuns: 150, examples: [[SHARED, 15, 'setup', undefined]] },
  );
});
