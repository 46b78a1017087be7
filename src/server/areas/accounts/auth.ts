import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { getAdapter } from 'better-auth/db/adapter';
import { twoFactor } from 'better-auth/plugins';
import { CamelCasePlugin, type Kysely } from 'kysely';
import type { DB } from '#server/db/types';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import type { Services } from '#server/services';
import { hashPassword, verifyPassword } from './password/passwords.ts';
import { cookiePrefix } from './sessions/cookies.ts';
import { withoutTokens } from './sessions/without-tokens.ts';
import { markCodeUsed } from './two-factor/two-factor-sql.ts';

/** The header that hands the library the client's address; no client can set it, since no request reaches the library. */
export const ADDRESS_HEADER = 'x-lectern-ip';

/** The term that the library writes into a session; how long it really lives is decided where it is looked up. */
const LIBRARY_SECONDS = 7 * 24 * 3600;
const CODE_PATHS = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code']);

type Auth = ReturnType<typeof createAuth>;
const made = new WeakMap<Services, Auth>();

/** The sign-in library over these services. Its routes are not mounted: verbs call it in process (decision 1). */
export function authOf(services: Services): Auth {
  const known = made.get(services) ?? createAuth(services);
  made.set(services, known);
  return known;
}

function createAuth({ config, db }: Services) {
  const { https } = config;
  const database = {
    db: db.kysely.withPlugin(new CamelCasePlugin({ maintainNestedObjectKeys: true })),
    type: 'postgres',
    transaction: true,
  } as const;
  return betterAuth({
    baseURL: config.publicUrl,
    secret: readAuthSecret(config.dataDir),
    database: (options: BetterAuthOptions) => withoutTokens(() => getAdapter({ ...options, database })),
    user: { modelName: 'users' },
    session: {
      modelName: 'sessions',
      expiresIn: LIBRARY_SECONDS,
      updateAge: LIBRARY_SECONDS,
      cookieCache: { enabled: false },
    },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications' },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      disableSignUp: true,
      minPasswordLength: 1,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: false,
      cookiePrefix: cookiePrefix({ https }),
      defaultCookieAttributes: { secure: https, path: '/', sameSite: 'lax', httpOnly: true },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    hooks: { before: createAuthMiddleware(async (context) => spendCode(db.kysely, context)) },
    // Wrong codes are counted by claimTry, before they are checked.
    plugins: [twoFactor({ twoFactorTable: 'twoFactor', accountLockout: { enabled: false } })],
  });
}

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** A code counts once, also when it comes eight times at the same moment: the first to write it down wins. */
async function spendCode(kysely: Kysely<DB>, context: HookContext): Promise<void> {
  if (!CODE_PATHS.has(context.path)) return;
  const userId = await challengedUser(context);
  if (!userId) return;
  const code = String((context.body as { code?: unknown }).code ?? '');
  if (!(await markCodeUsed(kysely, userId, code)))
    throw new APIError('UNAUTHORIZED', { code: 'CODE_USED', message: 'This code was already used' });
}

/** Who the code is for: the signed-in person, or the one half-way through a sign-in. */
async function challengedUser(context: HookContext): Promise<string | null> {
  const session = await getSessionFromCtx(context);
  if (session) return session.user.id;
  const { name } = context.context.createAuthCookie('two_factor');
  const challenge = await context.getSignedCookie(name, context.context.secret);
  if (!challenge) return null;
  return (await context.context.internalAdapter.findVerificationValue(challenge))?.value ?? null;
}
