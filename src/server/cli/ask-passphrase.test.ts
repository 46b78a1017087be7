import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askPassphrase } from './ask-passphrase.ts';
import { chooseLock } from './choose-lock.ts';

test('what is typed at the question is the passphrase, and is not shown', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  const asked = askPassphrase('Passphrase: ', { input, output });
  input.write('five random words\r');
  expect(await asked).toBe('five random words');
  expect(String(output.read())).toBe('Passphrase: \n');
});

test('where there is no terminal the setting is named', async () => {
  const terminal = { input: new PassThrough(), output: new PassThrough() };
  await expect(askPassphrase('Passphrase: ', terminal)).rejects.toThrow('set LECTERN_BACKUP_PASSPHRASE');
});

test('a new passphrase is typed twice, and two that differ write nothing', async () => {
  const typing = (words: string[]) => async () => words.shift() ?? '';
  const options = { encrypts: true, recipients: [] };
  const none = { backupPassphrase: undefined };
  expect(await chooseLock(none, options, typing(['five random words', 'five random words']))).toEqual({
    kind: 'passphrase',
    passphrase: 'five random words',
  });
  await expect(chooseLock(none, options, typing(['five random words', 'five random word']))).rejects.toThrow(
    "The passphrases don't match",
  );
  expect(await chooseLock(none, { encrypts: false, recipients: [] })).toBeUndefined();
});
