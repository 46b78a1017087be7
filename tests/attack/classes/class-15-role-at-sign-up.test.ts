import fc from 'fast-check';
import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { openSchool } from '../kit/school.ts';
import { listColumns } from '../requests/database-state.ts';
import { plantedFields } from '../requests/planted-fields.ts';

const PASSWORD = 'a quiet sentence to remember';
const RUNS = Number(process.env.PROVE ? 500 : 40);

test('whatever a registration claims, it makes an unconfirmed free account without rights', async ({
  db,
}) => {
  const school = await openSchool(db);
  const fields = plantedFields(await listColumns(db));
  const claim = fc.dictionary(
    fc.constantFrom(...Object.keys(fields), 'name.role', 'user[role]', 'data'),
    fc.oneof(
      fc.constantFrom<unknown>(true, 'admin', 'premium', 1, ['admin'], { role: 'admin' }),
      fc.jsonValue(),
    ),
    { minKeys: 1, maxKeys: 30 },
  );
  let count = 0;
  await fc.assert(
    fc.asyncProperty(claim, async (claimed) => {
      count += 1;
      const email = `claimant-${count}@school.test`;
      const body = { ...claimed, name: 'New Person', email, password: PASSWORD, confirmPassword: PASSWORD };
      const response = await school.ask('visitor', 'POST', '/api/register', { body });
      expect(response.status).toBe(201);
      const made = await db.kysely
        .selectFrom('users')
        .innerJoin('profiles', 'profiles.id', 'users.id')
        .leftJoin('user_roles', 'user_roles.user_id', 'users.id')
        .select(['users.name', 'users.email_verified', 'users.two_factor_enabled', 'users.disabled_at'])
        .select(['profiles.subscription_tier', 'user_roles.role'])
        .where('users.email', '=', email)
        .execute();
      const plain = {
        name: 'New Person',
        email_verified: false,
        two_factor_enabled: false,
        disabled_at: null,
      };
      expect(made).toEqual([{ ...plain, subscription_tier: 'free', role: null }]);
    }),
    { numRuns: RUNS },
  );
}, 600_000);
