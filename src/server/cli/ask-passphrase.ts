import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** Asks at the terminal, and shows nothing of what is typed; where there is no terminal, says what to do instead. */
export async function askPassphrase(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<string> {
  if (!input.isTTY)
    throw new Error(
      'No terminal available to ask for the passphrase: set LECTERN_BACKUP_PASSPHRASE for this command.',
    );
  output.write(question);
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: nothing, terminal: true });
  try {
    return await reader.question('');
  } finally {
    reader.close();
    output.write('\n');
  }
}
