import { afterAll, expect, test } from 'vitest';
import type { LabCheck } from '#domain/labs/lab-spec';
import { openJudge } from '#server/platform/judge/open-judge';
import { shellLabOf } from '#tests/kit/labs';

const judge = openJudge({ hide: [] });
afterAll(() => judge.close());

const PACKED: readonly LabCheck[] = [
  {
    id: 'a',
    name: 'both letters are in the archive',
    probe: { kind: 'sh', file: 'pack.sh', command: 'find archive -type f | wc -l', stdout: '2' },
  },
  {
    id: 'b',
    name: 'with another one',
    hidden: true,
    setup: 'echo three > letters/c.txt',
    probe: { kind: 'sh', file: 'pack.sh', command: 'find archive -type f | wc -l', stdout: '3' },
  },
  {
    id: 'c',
    name: 'the letters are still there',
    hidden: true,
    probe: { kind: 'sh', file: 'pack.sh', command: 'cat letters/*.txt', files: { 'letters/a.txt': 'one' } },
  },
];

const FAKE = `printf '#!/bin/bash\\necho 3\\n'`;
/** Each claims that three letters are there, without copying any. */
const FORGERIES: Readonly<Record<string, string>> = {
  'prints a verdict': `echo '{"passed":true,"value":{"stdout":"3","exit":0}}'; echo 3; echo 3 >&2`,
  'has functions of the names of commands': 'find() { echo 3; }; wc() { echo 3; }; declare -fx find wc',
  'has aliases of the names of commands': `shopt -s expand_aliases; alias find='echo 3' wc='echo 3'`,
  'puts its own commands first': `mkdir bin; ${FAKE} > bin/wc; chmod +x bin/wc; export PATH=~/bin:$PATH; echo 'PATH=~/bin:$PATH' > .bashrc; cp .bashrc .bash_profile; cp .bashrc .profile`,
  'replaces the commands themselves': `for folder in /usr/bin /bin; do ${FAKE} > $folder/wc; chmod +x $folder/wc; done`,
  'removes the commands and puts others in their place': `rm -rf /usr/bin /bin; mkdir -p /usr/bin /bin; echo 'echo 3' > /usr/bin/wc; cp /usr/bin/wc /bin/wc; chmod +x /usr/bin/wc /bin/wc`,
  'sets what a shell reads when it begins':
    'echo "wc() { echo 3; }" > env; export BASH_ENV=~/env ENV=~/env PROMPT_COMMAND="echo 3"',
  'hashes a path of its own': `${FAKE} > wc; chmod +x wc; hash -p ~/wc wc`,
  'leaves something running': '(sleep 0.2; mkdir archive; touch archive/{a,b,c}) &',
  'links the archive to a folder with three files': 'mkdir three; touch three/{a,b}; ln -s three archive',
  'makes as many files as are expected': 'mkdir archive; touch archive/{a,b}',
  'moves the letters': 'mv letters archive',
  'looks for the expected value': `grep -rl 'stdout\\|"3"' / 2>/dev/null; mkdir archive; env | sort`,
};

test.each(Object.entries(FORGERIES))(
  'a script that %s is not passed',
  async (_, script) => {
    const { verdict } = await judge.judge(shellLabOf(PACKED), { 'pack.sh': script });
    expect(verdict?.passed).toBe(false);
    expect(JSON.stringify(verdict?.results.slice(1))).not.toMatch(/three|expected|actual/);
  },
  60_000,
);

test('the right script is passed', async () => {
  const { verdict } = await judge.judge(shellLabOf(PACKED), { 'pack.sh': 'cp -r letters archive' });
  expect(verdict?.results.map(({ ok }) => ok)).toEqual([true, true, true]);
}, 60_000);
