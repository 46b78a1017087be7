import { legalForm } from '#contract/administration/legal-settings';
import { lawDefaults } from '#domain/billing/law/law-defaults';
import { listRequests } from '#server/areas/admin/billing/legal/list-requests';
import { declareAnonymously } from '#server/areas/billing/law/declare-anonymously';
import { saveSetting } from '#server/areas/settings/save-setting';
import type { World } from '../access/access-objects.ts';
import { FULFILLED_BANK_TRANSFERS } from './fulfilled/bank-transfers.ts';
import { callerOf, FULFILLED_BILLING, subscribe } from './fulfilled-billing.ts';
import { FULFILLED_TEAMS } from './fulfilled-teams.ts';

type Input = Record<string, unknown>;

const DECLARED = {
  kind: 'withdrawal' as const,
  name: 'Ada Lovelace',
  email: 'ada@elsewhere.test',
  contract: 'Premium',
};

/** The member `basic` pays for premium, in a school whose law gives every right. */
async function subscribeInGermany(world: World): Promise<void> {
  await subscribe(world);
  await saveSetting(world.school.services, callerOf(world, 'admin'), {
    name: 'legal',
    form: legalForm,
    version: 0,
    value: legalForm.parse({ country: 'DE', ...lawDefaults('DE') }),
  });
}

/** Inputs with which what is paid for, and what the law asks for, succeeds. */
export const FULFILLED_SHOP: Readonly<Record<string, (world: World) => Promise<Input>>> = {
  ...FULFILLED_BANK_TRANSFERS,
  ...FULFILLED_BILLING,
  ...FULFILLED_TEAMS,
  'legal.withdraw': async (world) => {
    await subscribeInGermany(world);
    return { locale: 'en' };
  },
  'legal.cancel': async (world) => {
    await subscribeInGermany(world);
    return {};
  },
  'legal.declare': async (world) => {
    await subscribeInGermany(world);
    return DECLARED;
  },
  'legal.decide': async (world) => {
    await subscribeInGermany(world);
    const { services } = world.school;
    const form = { ...DECLARED, isExtraordinary: false, reason: '', endsOn: null, website: '' };
    await declareAnonymously(services, callerOf(world, 'second'), form);
    const [request] = await listRequests(services, callerOf(world, 'admin'));
    return { id: request?.id, action: 'other', note: 'Settled on the phone' };
  },
};
