import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionWord } from './action-words.ts';

const SERVER = join(import.meta.dirname, '../../../server');

/** Every action that the code of the server can write: whatever stands behind `action:`. */
function writtenActions(): string[] {
  const files = globSync('**/*.ts', { cwd: SERVER }).filter((file) => !file.endsWith('.test.ts'));
  const actions = files.flatMap((file) => {
    const code = readFileSync(join(SERVER, file), 'utf8');
    const named = [...code.matchAll(/\baction: ([^,;\n]+)/g)].flatMap(([, value = '']) => [
      ...value.matchAll(/'([a-z]+(?:-[a-z]+)*\.[a-z-]+)'|`\$\{kind\}\.([a-z-]+)`/g),
    ]);
    const unasked = [...code.matchAll(/\bgiveUnasked\([^}]*?kind: '([a-z-]+)'/g)];
    return [
      ...named.flatMap(([, name, ofKind]) => (name ? [name] : [`course.${ofKind}`, `post.${ofKind}`])),
      ...unasked.map(([, kind]) => `billing.${kind}`),
    ];
  });
  return [...new Set(actions)].sort();
}

test('every action that the server writes is a sentence in the audit log', () => {
  const actions = writtenActions();
  expect(actions.length).toBeGreaterThan(120);
  expect(actions).toContain('course.import');
  expect(actions).toContain('billing.cancel-now');
  expect(actions.filter((action) => !/^[A-Z][^.]+$/.test(actionWord(action)))).toEqual([]);
});

test('an action of an older version is shown as it was written', () => {
  expect(actionWord('planet.move')).toBe('planet.move');
});
