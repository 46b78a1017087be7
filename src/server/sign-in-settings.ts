import { z } from 'zod';

export const PROVIDER_IDS = ['oidc', 'google', 'github'] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** One service outside that people may sign in by. */
export interface SignInSettings {
  readonly id: ProviderId;
  /** What the button says after "Continue with". */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const GOOGLE = 'https://accounts.google.com';
const GITHUB = 'https://github.com';

const word = (name: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, `${name} must be the value the service gave you, without spaces`)
    .optional();

/** The variables of external sign-in, for the environment's schema. */
export const signInVariables = {
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, {
      error:
        'OIDC_ISSUER must be an https URL such as https://id.school.example, without ? or # (http is allowed only for this machine)',
    })
    .optional(),
  OIDC_CLIENT_ID: word('OIDC_CLIENT_ID'),
  OIDC_CLIENT_SECRET: word('OIDC_CLIENT_SECRET'),
  OIDC_NAME: z
    .string()
    .regex(
      /^\S.{0,38}\S$/,
      'OIDC_NAME must be the name of the service, 2 to 40 characters long, such as School ID',
    )
    .optional(),
  GOOGLE_CLIENT_ID: word('GOOGLE_CLIENT_ID'),
  GOOGLE_CLIENT_SECRET: word('GOOGLE_CLIENT_SECRET'),
  GITHUB_CLIENT_ID: word('GITHUB_CLIENT_ID'),
  GITHUB_CLIENT_SECRET: word('GITHUB_CLIENT_SECRET'),
};

type Variables = { readonly [Name in keyof typeof signInVariables]?: string | undefined };

/** What is set but not whole: a sentence for each service. */
export function signInFaults(set: Readonly<Record<string, unknown>>): string[] {
  const faults = (['GOOGLE', 'GITHUB'] as const).flatMap((service) =>
    `${service}_CLIENT_ID` in set === `${service}_CLIENT_SECRET` in set
      ? []
      : [`${service}_CLIENT_ID and ${service}_CLIENT_SECRET must be set together: set both or neither`],
  );
  const oidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'].filter((name) => name in set).length;
  if (oidc !== 0 && oidc !== 3)
    faults.push('OIDC_ISSUER, OIDC_CLIENT_ID, and OIDC_CLIENT_SECRET must be set together: set all or none');
  if (oidc === 0 && 'OIDC_NAME' in set) faults.push('OIDC_NAME requires OIDC_ISSUER: set both or neither');
  return faults;
}

/** The services that are set, in the order of their buttons. */
export function signInSettings(set: Variables): SignInSettings[] {
  const found: SignInSettings[] = [];
  const add = (id: ProviderId, name: string, issuer?: string, clientId?: string, clientSecret?: string) => {
    if (issuer && clientId && clientSecret) found.push({ id, name, issuer, clientId, clientSecret });
  };
  const { OIDC_ISSUER: issuer } = set;
  add('oidc', set.OIDC_NAME ?? hostOf(issuer), issuer, set.OIDC_CLIENT_ID, set.OIDC_CLIENT_SECRET);
  add('google', 'Google', GOOGLE, set.GOOGLE_CLIENT_ID, set.GOOGLE_CLIENT_SECRET);
  add('github', 'GitHub', GITHUB, set.GITHUB_CLIENT_ID, set.GITHUB_CLIENT_SECRET);
  return found;
}

function hostOf(address: string | undefined): string {
  return address === undefined ? '' : new URL(address).host;
}

function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { hash, hostname, password, protocol, search, username } = new URL(value);
  if (`${hash}${search}${username}${password}` !== '' || hostname === '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname));
}

/** Whether what is sent there leaves this machine: only then it must be sealed. */
export function isThisMachine(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
