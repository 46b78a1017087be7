import { expect, test } from 'vitest';
import { contract } from '#contract/contract';
import { type Stated, statedProcedures } from '#server/http/check-contract';
import { CASES } from '../access/access-cases.ts';
import { shareSchool } from '../kit/shared-school.ts';
import { databaseState, differences } from '../requests/database-state.ts';

const GUARDED = statedProcedures(contract).filter(({ meta }) => meta.access !== 'public');

/** Other ways to write an address, each of which some framework once took for the same or for an unguarded one. */
function variantsOf(address: string): string[] {
  const [, api = '', ...rest] = address.split('/');
  const last = rest.at(-1) ?? '';
  const tail = rest.join('/');
  return [
    `//${api}/${tail}`,
    `/${api}//${tail}`,
    `/${api}/./${tail}`,
    `/${api}/x/../${tail}`,
    `/${api}/x/%2e%2e/${tail}`,
    `/${api}%2F${tail}`,
    `/${api}%5C${tail}`,
    `/${api}\\${tail}`,
    `/${api}/${tail}/`,
    `/${api}/${tail}/.`,
    `/${api}/${tail}%20`,
    `/${api}/${tail}%00`,
    `/${api}/${tail}%2f`,
    `/${api}/${tail};x=1`,
    `/${api}/${tail}.json`,
    `/${api}/${tail}?x=/${api}/plans`,
    `/${api}/${tail}#/plans`,
    `/${api.toUpperCase()}/${tail}`,
    `/${api}/${tail.toUpperCase()}`,
    `/${api}/${rest.slice(0, -1).join('/')}/%${last.charCodeAt(0).toString(16)}${last.slice(1)}`,
    `/${api}/%61dmin/${rest.slice(1).join('/')}`,
    `/${api}/plans/../${tail}`,
    `/./${api}/${tail}`,
    `/healthz/../${api}/${tail}`,
  ];
}

const addressOf = ({ path }: Stated, input: Record<string, unknown>) =>
  `/api${path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(input[field])))}`;

const shared = shareSchool();

test.for(GUARDED)('$name stays guarded however its address is written', async (procedure) => {
  const { db, untouched, ...world } = shared();
  const { school } = world;
  const input = CASES[procedure.name]?.input?.(world, 'admin', 'own') ?? {};
  const who = procedure.meta.access === 'admin' ? 'free' : 'visitor';
  const address = addressOf(procedure, input);
  for (const variant of variantsOf(address)) {
    const sent = procedure.method === 'GET' ? {} : { body: input };
    for (const headers of [{}, { 'x-original-url': '/api/plans', 'x-http-method-override': 'GET' }]) {
      const response = await school.ask(who, procedure.method, variant, { ...sent, headers });
      expect(response.status, variant).toBeGreaterThanOrEqual(400);
      expect(response.status, variant).toBeLessThan(500);
    }
  }
  expect(differences(untouched, await databaseState(db))).toEqual([]);
});
