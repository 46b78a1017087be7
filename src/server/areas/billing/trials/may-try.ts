import type { Fact } from '#domain/billing/facts';
import { hasTried, isTrialFree } from '#domain/billing/trial';
import type { Services } from '#server/services';
import { secondsOf } from '../ledger/seconds.ts';
import { mailboxHash } from './mailbox-hash.ts';
import { selectTrial, selectVerifiedEmail } from './trial-sql.ts';

interface Trier {
  readonly userId: string;
  /** Null: nothing was ever bought. */
  readonly accountId: string | null;
  readonly facts: readonly Fact[];
}

/** Whether a person may begin with a trial: once per account, and once per verified mailbox. */
export async function mayTry(services: Services, { accountId, facts, userId }: Trier): Promise<boolean> {
  if (hasTried(facts)) return false;
  const { kysely } = services.db;
  const user = await selectVerifiedEmail(kysely, userId);
  if (!user) return false;
  const known = await selectTrial(kysely, mailboxHash(services, user.email));
  return isTrialFree(known, accountId, secondsOf(services.clock.now()));
}
