import { expect } from 'vitest';
import { announce } from '#server/db/announce';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { loadHealthState } from './load-health-state.ts';

const HOUR = 3600;

test('the health of a school knows for how long a notice waits', async ({ db }) => {
  const { services, wait } = await openVerbs(db);
  const now = services.clock.now();
  const tell = (eventKey: string, dueAt: Date) =>
    db.transaction((trx) =>
      announce(trx, { kind: 'welcome', eventKey, to: { administrators: true }, link: '/', dueAt }),
    );
  await tell('later', new Date(now.getTime() + 9 * HOUR * 1000));
  expect((await loadHealthState(services)).state.oldestNoticeSeconds).toBe(0);
  await tell('now', now);
  wait(2 * HOUR);
  expect((await loadHealthState(services)).state.oldestNoticeSeconds).toBe(2 * HOUR);
});
