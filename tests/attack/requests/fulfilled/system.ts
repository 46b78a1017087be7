import type { World } from '../../access/access-objects.ts';
import { finishedExports } from '../../kit/own-things.ts';

/** Inputs with which changes of the system succeed. */
export const FULFILLED_SYSTEM = {
  'exports.request': async ({ school }: World) => {
    await school.services.db.pool.query(
      `insert into users (name, email) select 'Person', 'person-' || i || '@example.org' from generate_series(1, 5001) i`,
    );
    return { kind: 'users', filters: {} };
  },
  'exports.remove': async (world: World) => ({ id: (await finishedExports(world)).admin }),
  'health.runChore': async ({ school }: World) => {
    await school.services.db.pool.query(
      `insert into chore_runs (name, holder, leased_until, last_started_at, last_finished_at, every_seconds)
       values ('purge trash', gen_random_uuid(), now(), now(), now(), 60)`,
    );
    return { name: 'purge trash' };
  },
};
