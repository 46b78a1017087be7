import type { Setup } from '#contract/administration/setup';
import { canAdminister } from '#domain/access/can-administer';
import { PRODUCT } from '#domain/site/school';
import { SETUP_STEPS, type SetupStep } from '#domain/site/setup-steps';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { administratorOf } from '../users/administrator-of.ts';
import { selectSetupFacts } from './setup-sql.ts';

/** The checklist of a new school, ticked from what is really there. */
export async function getSetup({ config, db, settings }: Services, caller: Caller): Promise<Setup> {
  authorise(canAdminister(caller.viewer));
  const { email, userId } = administratorOf(caller);
  const facts = await selectSetupFacts(db.kysely, userId);
  const { school } = await settings.current();
  const isConfigured = config.adminPassword !== undefined && config.adminEmail?.toLowerCase() === email;
  const done: Readonly<Record<SetupStep, boolean>> = {
    password: facts.own_password || isConfigured,
    address: facts.own_address,
    'second-factor': facts.second_factor,
    mail: config.smtpUrl !== undefined,
    name: school.name !== PRODUCT,
    course: facts.own_course,
    publish: facts.own_published,
  };
  return { steps: SETUP_STEPS.map((step) => ({ step, done: done[step] })), dismissed: facts.dismissed };
}
