import { oc } from '@orpc/contract';
import { expect, test as plain } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract';
import { VISITOR } from '#domain/access/viewer';
import { statedProcedures } from '#server/http/check-contract';
import { gateAccess } from '#server/http/gates/gate-access';
import { callerOf } from '#server/http/gates/open-scope';
import { test } from '#tests/kit/database';
import { openSchool } from '../kit/school.ts';

const answer = z.object({ done: z.boolean() });

plain('a procedure that does not say who may call it stops the start', () => {
  const forgotten = oc.route({ method: 'GET', path: '/forgotten' }).output(answer);
  expect(() => statedProcedures({ ...contract, forgotten })).toThrow('no access declared: forgotten');
});

plain('so does one whose reply has no shape, or that has no address', () => {
  const base = oc.meta({ access: 'public', scope: 'session-only' });
  const shapeless = base.route({ method: 'GET', path: '/shapeless' });
  expect(() => statedProcedures({ shapeless })).toThrow('no output declared: shapeless');
  expect(() => statedProcedures({ nowhere: base.output(answer) })).toThrow('no method or path declared');
});

test('were it called all the same, it would be refused even to an administrator', async ({ db }) => {
  const { people, services } = await openSchool(db);
  for (const viewer of [VISITOR, people.get('admin') ?? VISITOR]) {
    const caller = callerOf({ ipAddress: '127.0.0.1', requestId: 'x' }, viewer, null);
    await expect(gateAccess(services, caller, {}, false)).rejects.toThrow('without declared access');
  }
});
