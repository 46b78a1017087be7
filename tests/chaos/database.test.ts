import { test } from 'vitest';
import { startInstallation } from './kit/installation.ts';
import { type Fault, surviveFault } from './kit/strike.ts';

const AWAY = ['DATABASE_UNAVAILABLE'];

const FAULTS: readonly Fault[] = [
  {
    name: 'PostgreSQL is killed and started again',
    holdMs: 6000,
    strike: ({ postgres }) => postgres.kill(),
    repair: ({ postgres }) => postgres.start(),
    refusals: AWAY,
    ready: 503,
  },
  {
    name: 'PostgreSQL is restarted',
    holdMs: 1000,
    strike: ({ postgres }) => postgres.restart(),
    repair: () => undefined,
    refusals: AWAY,
  },
  {
    name: 'network to the database cut for 7 s',
    holdMs: 7000,
    strike: ({ database }) => void database.cut(),
    repair: ({ database }) => database.repair(),
    refusals: AWAY,
    ready: 503,
  },
  {
    name: 'network to the database frozen for 12 s',
    holdMs: 12_000,
    strike: ({ database }) => database.freeze(),
    repair: ({ database }) => database.repair(),
    refusals: AWAY,
    ready: 503,
  },
  {
    name: 'connections to the database lost without a word',
    holdMs: 0,
    strike: ({ database }) => database.loseConnections(),
    repair: () => undefined,
    refusals: AWAY,
  },
  {
    name: 'network to the database frozen for 7 s, and its connections lost',
    holdMs: 7000,
    strike: ({ database }) => database.freeze(),
    repair: ({ database }) => {
      database.loseConnections();
      database.repair();
    },
    refusals: AWAY,
    ready: 503,
  },
  {
    name: 'every reply of the database 100 ms late',
    holdMs: 6000,
    strike: ({ database }) => database.slow(100),
    repair: ({ database }) => database.repair(),
  },
];

test.each(FAULTS)('$name: what was acknowledged stays, and the school goes on by itself', async (fault) => {
  await surviveFault(await startInstallation(), fault);
});
