import { expect, test } from 'vitest';
import { accounts } from './accounts.ts';

const NEEDING = {
  verifyTwoFactor: { method: 'totp' },
  confirmTwoFactor: {},
  stopTwoFactor: { password: 'a quiet sentence' },
  renewBackupCodes: { password: 'a quiet sentence' },
  proveFactor: {},
  proveByCode: { challenge: 'a challenge' },
  signInByCode: { challenge: 'a challenge' },
} as const;

test.each(Object.entries(NEEDING))('%s takes a code in groups, and counts no spaces', async (name, rest) => {
  const schema = accounts[name as keyof typeof NEEDING]['~orpc'].inputSchema;
  const read = async (code: string) => schema?.['~standard'].validate({ ...rest, code });
  expect(await read(' 123 456\u00a0')).toEqual({ value: { ...rest, code: '123456' } });
  expect(await read('123 45')).toHaveProperty('issues');
});
