import { expect } from 'vitest';
import { contract } from '#contract/contract';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { statedProcedures } from '../check-contract.ts';
import { rateLimitGate } from './gate-rate-limit.ts';
import { NO_LIMITS } from './limits.ts';

const declare = statedProcedures(contract).find(({ name }) => name === 'legal.declare');

test('one network sends only so many declarations in a day, and hears when the next one is possible', async ({
  db,
}) => {
  const { as, services, wait } = await openVerbs(db);
  const gate = rateLimitGate(services, { ...NO_LIMITS, procedureFactor: 1 });
  const limitPerDay = declare?.meta.limitPerDay;
  const send = (ipAddress: string) =>
    gate({
      name: 'legal.declare',
      caller: { ...as('visitor'), ipAddress },
      isUnsafe: true,
      limitPerMinute: undefined,
      limitPerDay,
      input: {},
    });
  for (let host = 1; host <= 100; host += 1) await send(`2001:db8:1:1::${host}`);
  wait(6 * 3600);
  const refused = await send('2001:db8:1:1::ffff').catch((failure: unknown) => failure);
  expect(refused).toMatchObject({ code: 'RATE_LIMITED', data: { retryAfter: 18 * 3600 } });
  await send('2001:db8:1:2::1');
  wait(18 * 3600);
  await send('2001:db8:1:1::ffff');
  await send('192.0.2.1');
});
