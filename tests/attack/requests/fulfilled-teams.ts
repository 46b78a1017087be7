import { cancelTeam } from '#server/areas/billing/teams/cancel-team';
import { previewSeats } from '#server/areas/billing/teams/change-seats';
import { previewTeamPlan } from '#server/areas/billing/teams/change-team-plan';
import { checkoutTeam, confirmTeam } from '#server/areas/billing/teams/checkout-team';
import { getOwnTeam } from '#server/areas/billing/teams/describe-team';
import { inviteToTeam } from '#server/areas/billing/teams/invite';
import type { World } from '../access/access-objects.ts';
import type { CallerName } from '../kit/school.ts';
import { callerOf, sellPlan, takePayments } from './fulfilled-billing.ts';

type Input = Record<string, unknown>;

/** `who` has paid for three seats; answers the session of the payment. */
async function buySeats(world: World, who: CallerName): Promise<string> {
  const stripe = await takePayments(world);
  const { offerId } = await sellPlan(world);
  const { services } = world.school;
  const order = { name: 'Blue Harbor', offerId, seats: 3, locale: 'en' };
  const { url } = await checkoutTeam(services, callerOf(world, who), order);
  const session = url.split('/').at(-1) ?? '';
  stripe.fake.checkout.pay(session, { card: '4242 4242 4242 4242', country: 'DE' });
  await confirmTeam(services, callerOf(world, who), { session });
  return session;
}

const after =
  (work: (world: World) => Promise<Input>) =>
  async (world: World): Promise<Input> => {
    await buySeats(world, 'basic');
    return work(world);
  };

/** An invitation of the team of `basic`. */
async function invitation(world: World): Promise<Input> {
  const { services } = world.school;
  await inviteToTeam(services, callerOf(world, 'basic'), { emails: ['grace@school.test'] });
  const { invitations } = await getOwnTeam(services, callerOf(world, 'basic'));
  return { id: invitations[0]?.id };
}

/** `basic` is invited to the team of `second`. */
async function invited(world: World): Promise<Input> {
  const { services } = world.school;
  await buySeats(world, 'second');
  await inviteToTeam(services, callerOf(world, 'second'), { emails: ['basic@school.test'] });
  const { invitations } = await getOwnTeam(services, callerOf(world, 'second'));
  return { id: invitations[0]?.id };
}

/** A seat in the team of `owner`. */
async function seat(world: World, owner: CallerName, member: CallerName) {
  const { clock, db } = world.school.services;
  const team = await getOwnTeam(world.school.services, callerOf(world, owner));
  const { viewer } = callerOf(world, member);
  const { id } = await db.kysely
    .insertInto('team_seats')
    .values({
      team_id: team.id,
      user_id: viewer.kind === 'member' ? viewer.userId : '',
      assigned_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, teamId: team.id };
}

/** Inputs with which changes of teams succeed: each in a school that takes payments from then on. */
export const FULFILLED_TEAMS: Readonly<Record<string, (world: World) => Promise<Input>>> = {
  'teams.checkout': async (world) => {
    await takePayments(world);
    return { name: 'Blue Harbor', offerId: (await sellPlan(world)).offerId, seats: 3, locale: 'en' };
  },
  'teams.confirm': async (world) => ({ session: await buySeats(world, 'basic') }),
  'teams.refresh': after(async () => ({})),
  'teams.rename': after(async () => ({ name: 'Green Harbor' })),
  'teams.preview': after(async () => ({ seats: 5 })),
  'teams.changeSeats': after(async (world) => {
    const { at, dueNow } = await previewSeats(world.school.services, callerOf(world, 'basic'), { seats: 5 });
    return { seats: 5, at, dueNow };
  }),
  'teams.previewPlan': after(async (world) => ({
    offerId: (await sellPlan(world, 'basic', 999)).offerId,
  })),
  'teams.changePlan': after(async (world) => {
    const { offerId } = await sellPlan(world, 'basic', 999);
    const { services } = world.school;
    const { at, dueNow } = await previewTeamPlan(services, callerOf(world, 'basic'), { offerId });
    return { offerId, at, dueNow };
  }),
  'teams.cancel': after(async () => ({})),
  'teams.keep': after(async (world) => {
    await cancelTeam(world.school.services, callerOf(world, 'basic'));
    return {};
  }),
  'teams.portal': after(async () => ({ locale: 'en' })),
  'teams.invoice': after(async (world) => {
    const { invoices } = await getOwnTeam(world.school.services, callerOf(world, 'basic'));
    return { id: invoices[0]?.id };
  }),
  'teams.invite': after(async () => ({ emails: ['grace@school.test'] })),
  'teams.resend': after(invitation),
  'teams.withdraw': after(invitation),
  'teams.takeSeat': after(async () => ({})),
  'teams.freeSeat': after(async (world) => ({ id: (await seat(world, 'basic', 'second')).id })),
  'teams.refund': after(async (world) => {
    const { id, invoices } = await getOwnTeam(world.school.services, callerOf(world, 'basic'));
    return { id, invoice: invoices[0]?.id, amount: null, reason: 'Asked for' };
  }),
  'teams.transfer': after(async (world) => ({ id: (await seat(world, 'basic', 'second')).id })),
  'teams.accept': invited,
  'teams.decline': invited,
  'teams.leave': async (world) => {
    await buySeats(world, 'second');
    return { id: (await seat(world, 'second', 'basic')).teamId };
  },
};
