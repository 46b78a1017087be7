import { expect, test } from 'vitest';
import { onceForBoth } from './vite-once-for-both.ts';

test('a module is rewritten once for both builds, and again where its code differs', () => {
  const asked: string[] = [];
  const rewrite = (code: string, id: string) => {
    asked.push(`${id}: ${code}`);
    return { code: code.toUpperCase() };
  };
  const plugin = onceForBoth({ name: 'upper', transform: { filter: { id: /tsx$/ }, handler: rewrite } });
  const { filter, handler } = (plugin as { transform: { filter: object; handler: typeof rewrite } })
    .transform;
  expect([handler('one', 'a.tsx'), handler('one', 'a.tsx'), handler('two', 'a.tsx')]).toEqual([
    { code: 'ONE' },
    { code: 'ONE' },
    { code: 'TWO' },
  ]);
  expect(asked).toEqual(['a.tsx: one', 'a.tsx: two']);
  expect(filter).toEqual({ id: /tsx$/ });
});

test('a part that rewrites nothing stays as it is', () => {
  const parts = [{ name: 'watcher' }, null];
  expect(onceForBoth(parts)).toEqual(parts);
});
