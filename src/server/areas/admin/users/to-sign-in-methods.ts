import type { UserDetail } from '#contract/administration/users';
import { toKeyRow } from '#server/areas/accounts/keys/keys';
import { toPasskey } from '#server/areas/accounts/passkeys/passkey-sql';
import { toSignInRow } from '#server/areas/sign-ins/to-sign-in-row';
import type { Services } from '#server/services';

interface Times {
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** What an account signs in with, as the database has it: never a secret. */
export interface SignInMethodsRow {
  readonly has_password: boolean;
  readonly passkeys: readonly ({ id: string; name: string } & Times)[];
  readonly links: readonly ({
    id: string;
    provider_id: string;
    account_id: string;
    label: string | null;
  } & Times)[];
  readonly keys: readonly ({
    id: string;
    name: string;
    start: string;
    scopes: string[];
    expires_at: string;
    last_used_ip: string | null;
  } & Times)[];
}

/** The ways to sign in of an account and its API keys, as administrators see them. */
export function toSignInMethods(
  services: Pick<Services, 'clock' | 'signIns'>,
  { has_password, keys, links, passkeys }: SignInMethodsRow,
): Pick<UserDetail, 'keys' | 'signInMethods'> {
  const now = services.clock.now();
  return {
    signInMethods: {
      hasPassword: has_password,
      passkeys: passkeys.map((row) => toPasskey(withTimes(row))),
      signIns: links.map((row) => toSignInRow(services, withTimes(row))),
    },
    keys: keys.map((row) => toKeyRow({ ...withTimes(row), expires_at: new Date(row.expires_at) }, now)),
  };
}

/** JSON has no times. */
function withTimes<Row extends Times>(row: Row) {
  const { created_at, last_used_at } = row;
  return {
    ...row,
    created_at: new Date(created_at),
    last_used_at: last_used_at === null ? null : new Date(last_used_at),
  };
}
