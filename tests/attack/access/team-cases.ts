import type { CallerName } from '../kit/school.ts';
import { CALLERS } from '../kit/school.ts';
import { type AccessCase, person, prepared, type World } from './access-objects.ts';

/** Every person owns a team. */
async function ownTeams({ school }: World): Promise<Record<string, string>> {
  const teams: Record<string, string> = {};
  for (const who of CALLERS) {
    const viewer = school.people.get(who);
    if (viewer?.kind !== 'member') continue;
    const { id } = await school.services.db.kysely
      .insertInto('teams')
      .values({ name: `Crew of ${who}`, owner_id: viewer.userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    teams[who] = id;
  }
  return teams;
}

/** In whose team each person has something: that of the next one. */
function neighbor(who: string): CallerName {
  const members = CALLERS.filter((one) => one !== 'visitor');
  return members[(members.indexOf(who as (typeof members)[number]) + 1) % members.length] ?? 'free';
}

/** In the team of each person the next one has a seat; answers the seats by the team's owner, or the teams by who sits there. */
const seated = (by: 'owner' | 'member') => async (world: World) => {
  const teams = await ownTeams(world);
  const made: Record<string, string> = {};
  for (const [owner, teamId] of Object.entries(teams)) {
    const member = neighbor(owner);
    const { id } = await world.school.services.db.kysely
      .insertInto('team_seats')
      .values({
        team_id: teamId,
        user_id: person(world, member, 'own').userId,
        assigned_at: world.school.services.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    made[by === 'owner' ? owner : member] = by === 'owner' ? id : teamId;
  }
  return made;
};

/** The team of each person invites the next one; answers the invitations by the team's owner, or by who is invited. */
const invited = (by: 'owner' | 'invited') => async (world: World) => {
  const teams = await ownTeams(world);
  const made: Record<string, string> = {};
  const now = world.school.services.clock.now();
  for (const [owner, team_id] of Object.entries(teams)) {
    const to = neighbor(owner);
    const { id } = await world.school.services.db.kysely
      .insertInto('team_invitations')
      .values({
        team_id,
        email: `${to}@school.test`,
        created_at: now,
        sent_at: now,
        expires_at: new Date(now.getTime() + 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    made[by === 'owner' ? owner : to] = id;
  }
  return made;
};

const UNKNOWN_OFFER = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
const longAgo = '2026-01-01T00:00:00.000Z';
const own = { prepare: ownTeams } as const;

/** Of a school that takes no payments: everybody owns a team that pays for nothing. */
export const TEAM_CASES: Readonly<Record<string, AccessCase>> = {
  'teams.mine': { ...own, own: 'ok' },
  'teams.checkout': {
    input: () => ({ name: 'Blue Harbor', offerId: UNKNOWN_OFFER, seats: 3, locale: 'en' }),
    own: 'PAYMENTS_OFF',
    unknown: 'PAYMENTS_OFF',
    deleted: 'never',
  },
  'teams.confirm': { ...own, input: () => ({ session: 'cs_test_other' }), own: 'SESSION_NOT_FOUND' },
  'teams.refresh': { ...own, own: 'ok' },
  'teams.rename': { ...own, input: () => ({ name: 'Green Harbor' }), own: 'ok' },
  'teams.preview': { ...own, input: () => ({ seats: 3 }), own: 'NO_SUBSCRIPTION' },
  'teams.changeSeats': { input: () => ({ seats: 3, at: longAgo, dueNow: 0 }), own: 'PREVIEW_OUTDATED' },
  'teams.previewPlan': {
    ...own,
    input: () => ({ offerId: UNKNOWN_OFFER }),
    own: 'NO_SUBSCRIPTION',
    unknown: 'NO_SUBSCRIPTION',
    deleted: 'never',
  },
  'teams.changePlan': {
    input: () => ({ offerId: UNKNOWN_OFFER, at: longAgo, dueNow: 0 }),
    own: 'PREVIEW_OUTDATED',
    unknown: 'PREVIEW_OUTDATED',
    deleted: 'never',
  },
  'teams.cancel': { ...own, own: 'NO_SUBSCRIPTION' },
  'teams.keep': { ...own, own: 'NO_SUBSCRIPTION' },
  'teams.portal': { ...own, input: () => ({ locale: 'en' }), own: 'NO_SUBSCRIPTION' },
  'teams.invoice': {
    ...own,
    input: () => ({ id: 'in_other' }),
    own: 'PAYMENTS_OFF',
    unknown: 'PAYMENTS_OFF',
    deleted: 'never',
  },
  'teams.invite': { ...own, input: () => ({ emails: ['grace@school.test'] }), own: 'ok' },
  'teams.resend': {
    prepare: invited('owner'),
    input: prepared,
    own: 'ok',
    foreign: 'INVITATION_NOT_FOUND',
    unknown: 'INVITATION_NOT_FOUND',
  },
  'teams.withdraw': {
    prepare: invited('owner'),
    input: prepared,
    own: 'ok',
    foreign: 'INVITATION_NOT_FOUND',
    unknown: 'INVITATION_NOT_FOUND',
  },
  'teams.takeSeat': { ...own, own: 'TEAM_FULL' },
  'teams.freeSeat': {
    prepare: seated('owner'),
    input: prepared,
    own: 'ok',
    foreign: 'USER_NOT_FOUND',
    unknown: 'USER_NOT_FOUND',
  },
  'teams.transfer': {
    prepare: seated('owner'),
    input: prepared,
    // Its member owns a team already.
    own: 'TEAM_OWNED',
    foreign: 'USER_NOT_FOUND',
    unknown: 'USER_NOT_FOUND',
  },
  'teams.invitation': {
    prepare: invited('invited'),
    input: prepared,
    own: (who) => (who === 'visitor' ? 'INVITATION_NOT_FOUND' : 'ok'),
    foreign: 'ok',
    unknown: 'INVITATION_NOT_FOUND',
  },
  'teams.accept': {
    prepare: invited('invited'),
    input: prepared,
    own: 'TEAM_FULL',
    foreign: 'WRONG_MAILBOX',
    unknown: 'INVITATION_NOT_FOUND',
  },
  'teams.decline': {
    prepare: invited('invited'),
    input: prepared,
    own: 'ok',
    foreign: 'WRONG_MAILBOX',
    unknown: 'INVITATION_NOT_FOUND',
  },
  'teams.leave': {
    prepare: seated('member'),
    input: prepared,
    own: 'ok',
    foreign: 'TEAM_NOT_FOUND',
    unknown: 'TEAM_NOT_FOUND',
  },
  'teams.refund': {
    input: () => ({ id: UNKNOWN_OFFER, invoice: 'in_other', amount: null, reason: 'Asked for' }),
    own: 'PAYMENTS_OFF',
    unknown: 'PAYMENTS_OFF',
    deleted: 'never',
  },
};
