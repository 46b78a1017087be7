import type { SignInProviders } from '#server/platform/sign-in-provider';

const ISSUER = 'https://id.school.test';

/** A service outside that is not there: whoever comes back with a code is who the code says. */
export const FAKE_SIGN_INS: SignInProviders = new Map([
  [
    'fake',
    {
      issuer: ISSUER,
      name: 'School ID',
      begin: async ({ state }) => new URL(`${ISSUER}/authorize?state=${state}`),
      finish: async ({ query }) => {
        const subject = query.get('code') ?? '';
        return { subject, verifiedEmail: `${subject}@school.test`, name: subject, label: subject };
      },
    },
  ],
]);
