import { expect } from 'vitest';
import { test } from '#tests/kit/database';

test('renewing a session adds nothing to the indexes of sessions', async ({ ownDb }) => {
  await ownDb.pool.query(
    `with made as (insert into users (name, email, email_verified) values ('A', 'a@school.test', true) returning id)
     insert into sessions (user_id, token, expires_at) select id, repeat('a', 64), now() from made`,
  );
  const { rows } = await ownDb.pool.query(
    `with renewed as materialized (
       update sessions set expires_at = now() + interval '7 days', updated_at = now() returning id),
     counted as materialized (select count(*)::int as count from renewed)
     select count as sessions, pg_stat_get_xact_tuples_hot_updated('sessions'::regclass)::int as in_place from counted`,
  );
  expect(rows).toEqual([{ sessions: 1, in_place: 1 }]);
});
