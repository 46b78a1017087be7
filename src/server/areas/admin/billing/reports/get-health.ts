import { canAdminister } from '#domain/access/can-administer';
import type { Difference } from '#server/areas/billing/looks/check-sql';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectFailedLooks, selectLastCheck, selectNames, selectParked } from './health-sql.ts';

const SHOWN = 50;

interface Person {
  readonly userId: string | null;
  readonly name: string | null;
}

interface Health {
  readonly parked: { id: string; type: string; receivedAt: string; tries: number; error: string | null }[];
  readonly failed: (Person & { customer: string; error: string })[];
  readonly lastCheck: {
    readonly at: string;
    readonly looked: number;
    readonly changed: number;
    readonly failed: number;
    readonly differences: (Person & { facts: string[] })[];
  } | null;
}

/** What billing could not do by itself, and where the ledger differed from the provider. */
export async function getHealth({ db }: Services, { viewer }: Caller): Promise<Health> {
  authorise(canAdminister(viewer));
  const { kysely } = db;
  const parked = await selectParked(kysely, SHOWN);
  const failed = await selectFailedLooks(kysely, SHOWN);
  const check = await selectLastCheck(kysely);
  const differences = (check?.differences ?? []) as unknown as readonly Difference[];
  const accounts = differences.map(({ account }) => account);
  const names = new Map(
    (accounts.length > 0 ? await selectNames(kysely, accounts) : []).map((row) => [row.account_id, row]),
  );
  return {
    parked: parked.map(({ event_id, last_error, received_at, tries, type }) => ({
      id: event_id,
      type,
      receivedAt: received_at.toISOString(),
      tries,
      error: last_error,
    })),
    failed: failed.map(({ customer, last_error, name, user_id }) => ({
      userId: user_id,
      name,
      customer,
      error: last_error ?? '',
    })),
    lastCheck: check
      ? {
          at: check.at.toISOString(),
          looked: check.looked,
          changed: check.changed,
          failed: check.failed,
          differences: differences.map(({ account, facts }) => ({
            userId: names.get(account)?.user_id ?? null,
            name: names.get(account)?.name ?? null,
            facts: [...facts],
          })),
        }
      : null,
  };
}
