import { expect, test } from 'vitest';
import { questionsFor } from './use-inserting.tsx';

const file = (name: string, type = '') => new File(['x'], name, { type });

test('of files that come together none is left out: pictures are asked about at once, the others one by one', () => {
  const [pier, tide, plan, quay] = [
    file('pier.png', 'image/png'),
    file('tide.webm', 'video/webm'),
    file('plan.pdf', 'application/pdf'),
    file('quay.jpg', 'image/jpeg'),
  ] as const;
  expect(questionsFor([pier, tide, plan, quay])).toEqual([
    { what: 'picture', files: [pier, quay] },
    { what: 'player', file: tide },
    { what: 'file', file: plan },
  ]);
  expect(questionsFor([])).toEqual([]);
});
