import { expect } from 'vitest';
import { insertSession } from '#server/areas/accounts/sessions/sessions';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';

test('nobody has more than 50 sessions: the one unused the longest ends', async ({ db }) => {
  const verbs = await openVerbs(db);
  const member = verbs.as('basic');
  const { userId } = member.viewer as { userId: string };
  await db.kysely.deleteFrom('sessions').where('user_id', '=', userId).execute();
  const begin = verbs.services.clock.now();
  const after = (turn: number) => new Date(begin.getTime() + turn * 1000);
  for (let turn = 0; turn < 52; turn += 1) {
    await db.transaction((trx) => insertSession(trx, member, userId, { now: after(turn), seconds: 60 }));
    // The first one is used again while the others come.
    if (turn === 40)
      await db.pool.query(
        'update sessions set updated_at = created_at + $1::interval where created_at = $2',
        ['40 seconds', begin],
      );
  }
  const left = await db.kysely
    .selectFrom('sessions')
    .select('created_at')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const turns = Array.from({ length: 52 }, (_, turn) => turn).filter((turn) => turn !== 1 && turn !== 2);
  expect(left.map(({ created_at }) => created_at)).toEqual(turns.map(after));
});
