import { z } from 'zod';
import { SUPPORT_MODES } from '#domain/access/people/support-modes';
import { ROLES } from '#domain/roles';
import { TIERS } from '#domain/tiers';
import { m } from '../../messages/messages.js';
import { retryData } from '../errors.ts';
import { isoTime } from '../paging.ts';
import { failures, memberProcedure, publicProcedure } from '../procedure.ts';
import { atMostCharacters, says } from '../says.ts';
import { passkeyAnswer } from './passkey-answer.ts';

/** What the sign-in service says when a whole field is missing (spec section 5). */
const text = () =>
  z.string({
    error: ({ input }) => (input === undefined ? m.faults_email_or_phone_and_password() : undefined),
  });

export const email = text()
  .trim()
  .toLowerCase()
  .max(254, says(m.faults_valid_email_is_required))
  .pipe(z.email(says(m.faults_valid_email_is_required)));
export const password = text()
  .min(6, says(m.faults_password_must_be_at_least_6_characters))
  .max(128, atMostCharacters(128));

/** The first administrator of a school without settings has an address on no domain (start contract). */
const signInEmail = text()
  .trim()
  .toLowerCase()
  .max(254, says(m.faults_valid_email_is_required))
  .refine(
    (value) => value === 'admin@localhost' || z.email().safeParse(value).success,
    says(m.faults_valid_email_is_required),
  );

export const signInForm = z.object({ email: signInEmail, password });

/** Asks for a code by mail. */
export const codeRequestForm = z.object({ email: signInEmail });

export const registerForm = z
  .object({
    name: z
      .string()
      .trim()
      .min(2, says(m.faults_name_must_be_at_least_2_characters))
      .max(100, atMostCharacters(100)),
    email,
    password,
    confirmPassword: z.string().min(6, says(m.faults_password_must_be_at_least_6_characters)),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: () => m.faults_passwords_dont_match(),
  });

export const newPasswordForm = z
  .object({
    password,
    confirmPassword: z.string().min(6, says(m.faults_password_must_be_at_least_6_characters)),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: () => m.faults_passwords_dont_match(),
  });

/** The signed-in person as the app shows it (spec section 3). */
export const user = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  subscriptionTier: z.enum(TIERS),
  avatar: z.string().nullable(),
  twoFactorEnabled: z.boolean(),
  /** When the account is erased, because its owner asked for it; until then it can be kept. */
  erasesAt: isoTime.nullable(),
  /** The administrator who sees here what the user sees, and until when; null in the user's own session. */
  support: z.object({ by: z.string(), endsAt: isoTime, mode: z.enum(SUPPORT_MODES) }).nullable(),
});
export type User = z.infer<typeof user>;

export const sessionRow = z.object({
  id: z.uuid(),
  current: z.boolean(),
  /** "Firefox on Linux", read from the browser's own description. */
  device: z.string(),
  ipAddress: z.string().nullable(),
  createdAt: isoTime,
  lastUsedAt: isoTime,
});
export type SessionRow = z.infer<typeof sessionRow>;

export const profileForm = z.object({
  name: z
    .string()
    .trim()
    .min(2, says(m.faults_name_must_be_at_least_2_characters))
    .max(100, atMostCharacters(100)),
});

const token = z.string().min(1).max(500);
const done = z.object({ done: z.literal(true) });
const locked = { ACCOUNT_LOCKED: { status: 429, data: retryData } } as const;
/** Apps and mails show a code in groups, and it is copied so. */
const spaceless = z.string().overwrite((text) => text.replace(/\s/g, ''));
const code = spaceless.min(6, says(m.faults_enter_the_code)).max(40);
/** The password, and the second factor: a code of the app or a backup code, or the answer of a passkey instead. */
const bothFactors = z.object({
  password: z.string().min(1).max(128),
  code: code.optional(),
  credential: passkeyAnswer.optional(),
});
/** What the browser was given when it asked for a code, and the six digits of the mail. */
const challenge = z.object({ challenge: z.string() });
const emailedCode = z.object({
  challenge: z.string().min(1).max(100),
  code: spaceless.regex(/^\d{6}$/, says(m.faults_enter_the_six_digit_code)),
});
/** A first step of a sign-in: done, or the second factor is asked for. */
export const signInAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('signed-in'), user }),
  z.object({ status: z.literal('two-factor-required') }),
]);
export type SignInAnswer = z.infer<typeof signInAnswer>;

export const accounts = {
  session: publicProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/session',
      summary: 'Get the current session; user is null when nobody is logged in',
    })
    .output(z.object({ user: user.nullable() })),
  register: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/register',
      summary:
        'Create an account; the response never reveals whether the email address was already registered',
      successStatus: 201,
    })
    .errors(failures('PASSWORD_TOO_COMMON', 'PASSWORD_TOO_WEAK'))
    /** `redirect`: the path of this site that the confirmed account is wanted for. */
    .input(registerForm.and(z.object({ redirect: z.string().max(500).optional() })))
    .output(done),
  verifyEmail: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/verify-email',
      summary: 'Confirm an email address with the token from the email and the password of that registration',
    })
    .errors({ ...failures('LINK_EXPIRED', 'INVALID_CREDENTIALS'), ...locked })
    .input(z.object({ token, password }))
    .output(done),
  resendVerification: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 3 })
    .route({ method: 'POST', path: '/resend-verification', summary: 'Resend the confirmation email' })
    .input(z.object({ email }))
    .output(done),
  signIn: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 30 })
    .route({ method: 'POST', path: '/sign-in', summary: 'Log in with email and password' })
    .errors({ ...failures('INVALID_CREDENTIALS', 'EMAIL_NOT_VERIFIED', 'ACCOUNT_DISABLED'), ...locked })
    .input(signInForm)
    .output(signInAnswer),
  requestCode: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 5 })
    .route({
      method: 'POST',
      path: '/sign-in/code',
      summary: 'Email a login code; the response never reveals whether the email address is registered',
    })
    .input(codeRequestForm)
    .output(challenge),
  signInByCode: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'POST', path: '/sign-in/by-code', summary: 'Log in with an emailed code' })
    .errors(failures('INVALID_CODE', 'CODE_EXPIRED', 'EMAIL_NOT_VERIFIED', 'ACCOUNT_DISABLED'))
    .input(emailedCode)
    .output(signInAnswer),
  verifyTwoFactor: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({ method: 'POST', path: '/sign-in/two-factor', summary: 'Complete login with a second factor' })
    .errors({ ...failures('INVALID_CODE', 'LINK_EXPIRED', 'ACCOUNT_DISABLED'), ...locked })
    .input(z.object({ method: z.enum(['totp', 'backup-code']), code }))
    .output(z.object({ user })),
  signOut: publicProcedure
    .meta({ scope: 'session-only', support: 'end' })
    .route({ method: 'POST', path: '/sign-out', summary: 'Log out; does nothing without a session' })
    .output(done),
  forgotPassword: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 5 })
    .route({
      method: 'POST',
      path: '/forgot-password',
      summary: 'Email a password reset link if the address is registered',
    })
    .input(z.object({ email }))
    .output(done),
  resetPassword: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/reset-password',
      summary: 'Set a new password with the token from the email',
    })
    .errors(failures('LINK_EXPIRED', 'PASSWORD_TOO_COMMON', 'PASSWORD_TOO_WEAK'))
    .input(newPasswordForm.safeExtend({ token }))
    .output(done),
  changePassword: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/account/password',
      summary: 'Change your password; ends all other sessions',
    })
    .errors({
      ...failures('WRONG_PASSWORD', 'PASSWORD_TOO_COMMON', 'PASSWORD_TOO_WEAK', 'PROOF_REQUIRED'),
      ...locked,
    })
    .input(newPasswordForm.safeExtend({ currentPassword: z.string().min(1).max(128) }))
    .output(done),
  startTwoFactor: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/account/two-factor',
      summary: 'Start setting up two-factor authentication',
    })
    .errors({ ...failures('WRONG_PASSWORD', 'TWO_FACTOR_ALREADY_ON'), ...locked })
    .input(z.object({ password: z.string().min(1).max(128) }))
    .output(
      z.object({
        totpUri: z.string(),
        secret: z.string(),
        qrCodeSvg: z.string(),
        backupCodes: z.array(z.string()),
      }),
    ),
  confirmTwoFactor: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/account/two-factor/confirm',
      summary: 'Turn on two-factor authentication by confirming a first code',
    })
    .errors({ ...failures('INVALID_CODE', 'TWO_FACTOR_OFF', 'TWO_FACTOR_ALREADY_ON'), ...locked })
    .input(z.object({ code }))
    .output(done.extend({ backupCodes: z.array(z.string()) })),
  stopTwoFactor: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/account/two-factor/disable',
      summary: 'Turn off two-factor authentication',
    })
    .errors({ ...failures('WRONG_PASSWORD', 'TWO_FACTOR_OFF', 'INVALID_CODE', 'PASSKEY_REFUSED'), ...locked })
    .input(bothFactors)
    .output(done),
  renewBackupCodes: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/account/two-factor/backup-codes',
      summary: 'Generate new backup codes; the old ones stop working',
    })
    .errors({ ...failures('WRONG_PASSWORD', 'TWO_FACTOR_OFF', 'INVALID_CODE', 'PASSKEY_REFUSED'), ...locked })
    .input(bothFactors)
    .output(z.object({ backupCodes: z.array(z.string()) })),
  sessions: memberProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/account/sessions',
      summary: 'List your sessions, most recently used first',
    })
    .output(z.array(sessionRow)),
  endSession: memberProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'DELETE', path: '/account/sessions/{id}', summary: 'End one of your sessions' })
    .errors(failures('SESSION_NOT_FOUND'))
    .input(z.object({ id: z.uuid() }))
    .output(done),
  endOtherSessions: memberProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'POST',
      path: '/account/sessions/end-others',
      summary: 'End all your other sessions',
    })
    .output(z.object({ ended: z.int() })),
  updateProfile: memberProcedure
    .meta({ scope: 'session-only', support: 'change' })
    .route({ method: 'PATCH', path: '/account/profile', summary: 'Update your name' })
    .input(profileForm)
    .output(user),
  requestDeletion: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/account/deletion',
      summary: 'Schedule your account for deletion in 14 days',
    })
    .errors(failures('PROOF_REQUIRED', 'LAST_ADMINISTRATOR'))
    .output(user),
  keepAccount: memberProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'DELETE',
      path: '/account/deletion',
      summary: 'Cancel the scheduled deletion of your account',
    })
    .errors(failures('DELETION_PENDING'))
    .output(user),
  proveIdentity: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/prove-identity',
      summary: 'Confirm your identity with your password; lasts ten minutes',
    })
    .errors({ ...failures('WRONG_PASSWORD'), ...locked })
    .input(z.object({ password }))
    .output(done),
  missingProof: memberProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/prove-identity',
      summary: 'Get what is still missing to confirm your identity',
    })
    .output(z.object({ identity: z.boolean(), secondFactor: z.boolean() })),
  proveFactor: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/prove-identity/second-factor',
      summary: 'Confirm your second factor in addition to your identity; lasts ten minutes',
    })
    .errors({ ...failures('INVALID_CODE', 'TWO_FACTOR_OFF'), ...locked })
    .input(z.object({ code }))
    .output(done),
  requestProofCode: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 5 })
    .route({ method: 'POST', path: '/prove-identity/code', summary: 'Email a code to confirm your identity' })
    .output(challenge),
  proveByCode: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/prove-identity/by-code',
      summary: 'Confirm your identity with an emailed code',
    })
    .errors(failures('INVALID_CODE', 'CODE_EXPIRED'))
    .input(emailedCode)
    .output(done),
  changeTier: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/account/tier',
      summary: 'Change your subscription tier; upgrading is only possible where payments are not set up',
    })
    .errors(failures('PAYMENT_REQUIRED', 'SUBSCRIPTION_RUNNING'))
    .input(z.object({ tier: z.enum(TIERS) }))
    .output(user),
  setAvatar: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 20, support: 'change' })
    .route({
      method: 'PUT',
      path: '/account/avatar',
      summary: 'Upload your profile picture: PNG, JPEG, WebP, GIF, or AVIF, at most 2 MB',
    })
    .errors(failures('UNSUPPORTED_FILE', 'BODY_TOO_LARGE'))
    .input(z.object({ file: z.file() }))
    .output(user),
  removeAvatar: memberProcedure
    .meta({ scope: 'session-only', support: 'change' })
    .route({ method: 'DELETE', path: '/account/avatar', summary: 'Remove your profile picture' })
    .output(user),
  /** Spec section 7 names this remote function; it exists for administrators and for oneself. */
  isAdmin: memberProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/users/{id}/is-admin',
      summary: 'Check whether a user is an administrator',
    })
    .errors(failures('ADMINISTRATOR_REQUIRED'))
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ isAdmin: z.boolean() })),
};
