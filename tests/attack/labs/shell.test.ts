import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, TimedQuestion } from '#domain/labs/question';
import { readCommanded } from '#domain/labs/read-answer';
import { probeIsolation } from '#server/platform/judge/isolation';
import { PlayerProcess } from '#server/platform/judge/player-process';
import { type LabFrames, openLabFrames } from '#tests/kit/lab-frame';

const PWNED = '/tmp/lectern-lab-shell';
/** What a real shell would reach. */
const REACHES: Readonly<Record<string, string>> = {
  'reads a file of the machine': 'cat /etc/passwd /proc/1/environ ~root/.bashrc',
  'climbs out of its folder': 'cat ../../../../../../etc/passwd; cd /; find . -name passwd',
  'follows a link out': 'ln -s /etc/passwd here; cat here; cp -r /etc .; ls etc',
  'writes a file of the machine': `echo x > ${PWNED}; cp ${PWNED} /var; tee ${PWNED} < /dev/null`,
  'lists processes': 'ls /proc; cat /proc/self/environ /proc/self/cmdline; ps aux',
  'runs a program from awk': `awk 'BEGIN { system("touch ${PWNED}"); "id" | getline x; print x }'`,
  'runs a program from sed': `echo touch ${PWNED} | sed 'e'; echo x | sed 'w ${PWNED}'`,
  'runs a program from find and xargs': `find / -exec /bin/sh -c 'touch ${PWNED}; id' ';'; echo id | xargs -I{} sh -c '{}'`,
  'opens a connection':
    'exec 3<>/dev/tcp/127.0.0.1/22; cat <&3; curl http://127.0.0.1; wget 127.0.0.1; nc 127.0.0.1 22',
  'runs another language': `python3 -c 'print(open("/etc/passwd").read())'; node -e 1; js-exec 'process.exit()'; perl -e 1; sqlite3 :memory: '.shell id'`,
  'reaches for objects of the machine': `declare -A a; a[__proto__]=x; a[constructor]=y; __proto__=1; toString=2; echo "\${a[constructor]}" "\${constructor}" "\${!__proto__}"; jq -n '[env, $__loc__, input_filename]'`,
  'unpacks to a folder of the machine': `cd /; tar -cf a.tar home; tar -xf a.tar -C /etc; tar -xf a.tar -C ../../tmp; tar -cf - /etc`,
  'evaluates text': `eval 'eval "id"'; source /dev/stdin <<< 'id'; bash -c 'exec /bin/sh -c id'; echo 'console.log(1)' | node`,
};
const COSTS: Readonly<Record<string, string>> = {
  'loops without end': 'while true; do :; done',
  'writes without end': 'while :; do echo "$(seq 1000)"; done',
  'is a fork bomb': ':(){ :|:& };:',
  'calls itself': 'f() { f; }; f',
  'runs itself': 'echo "bash x" > x; bash x',
  'sources itself': 'echo ". ./x" > x; . ./x',
  'expands a hundred million words': 'echo {1..100000000} | wc -c',
  'multiplies braces': 'echo {1..99}{1..99}{1..99}{1..99} | wc -c',
  'doubles a value': 'a=xxxxxxxx; while :; do a=$a$a; done',
  'doubles a file': 'echo xxxxxxxx > f; while :; do cat f f > g; mv g f; done',
  'makes files without end': 'i=0; while :; do i=$((i+1)); seq 5000 > f$i; done',
  'nests substitutions': `eval "$(printf 'echo $(%.0s' {1..500}) x $(printf ')%.0s' {1..500})"`,
  'loops in awk': `awk 'BEGIN { while (1) x = x "xxxxxxxxxxxxxxxx" }'`,
  'loops in sed': `echo a | sed ':a;s/$/xxxx/;ba'`,
  'loops in jq': `jq -n '[range(1; 1e12)] | length'; jq -n 'def f: f; f'`,
  'matches for ever': `printf 'a%.0s' {1..5000} > f; grep -E '^(a+)+(a+)+$' f | wc -c; [[ $(cat f)! =~ ^(a+)+(a+)+$ ]]; sed -E 's/(a*)*b/x/' f | wc -c`,
  'packs itself again and again':
    'echo x > a; while :; do tar -czf b.tar.gz a ~; cat b.tar.gz b.tar.gz >> a; done',
  sleeps: 'sleep 60',
};

const sh = (command: string, ms: number): TimedQuestion => ({ op: 'sh', command, ms });
const HOST = /root:|uid=|PATH=\/usr\/local|node|Linux version (?!5\.15\.0-generic \(just-bash\))/;

describe.each([
  ['shut in', false],
  ['without the permissions of Node.js', true],
])('a player of the shell, %s', (_, withoutPermissions) => {
  test('has no more rights in its process than any other', async () => {
    const script = join(import.meta.dirname, 'hostile-process.ts');
    const isolation = probeIsolation([]);
    const hostile = await PlayerProcess.start('shell', { isolation, withoutPermissions, script });
    const outcome = (await hostile?.ask({ port: 1 }, 10_000)) as Record<string, string>;
    hostile?.kill('Died');
    for (const name of ['readEnvironment', 'write', 'sqlite', 'evaluate'])
      expect([name, outcome[name]]).toEqual([name, expect.stringMatching(/^refused/)]);
  }, 60_000);

  test('reaches nothing of the machine', async () => {
    const player = await PlayerProcess.start('shell', { isolation: probeIsolation([]), withoutPermissions });
    for (const [name, command] of Object.entries(REACHES)) {
      const answer = await player?.ask(sh(command, 2000), 3000);
      const { error, out = '', value } = (answer ?? {}) as Answer;
      const stdout = error ? out : readCommanded(value).stdout;
      expect([name, stdout]).toEqual([name, expect.not.stringMatching(HOST)]);
      expect([name, error?.name]).not.toEqual([name, 'Died']);
    }
    expect(existsSync(PWNED)).toBe(false);
    expect(player?.isAlive).toBe(true);
    player?.kill('Died');
  }, 60_000);
});

test('whatever it costs, a player of the shell is ended within its limits', async () => {
  const start = () => PlayerProcess.start('shell', { isolation: probeIsolation([]) });
  let player = await start();
  const ends: Record<string, string> = {};
  for (const [name, command] of Object.entries(COSTS)) {
    if (!player?.isAlive) player = await start();
    const began = Date.now();
    const answer = (await player?.ask(sh(command, 1000), 2000)) as Answer;
    expect([name, Date.now() - began < 5000]).toEqual([name, true]);
    expect([name, JSON.stringify(answer).length < 300_000]).toEqual([name, true]);
    expect([name, (player?.peakMb ?? 0) < 300]).toEqual([name, true]);
    ends[name] = answer.error?.name ?? 'none';
  }
  player?.kill('Died');
  expect(
    Object.values(ends).filter((end) => !/^(?:Endless|TooMuch|TooDeep|Timeout|none)$/.test(end)),
  ).toEqual([]);
  expect(ends).toMatchObject({
    'loops without end': expect.stringMatching(/^(?:Endless|Timeout)$/),
    'is a fork bomb': 'TooDeep',
    'calls itself': 'TooDeep',
    'doubles a value': 'TooMuch',
    'doubles a file': 'TooMuch',
    sleeps: 'Timeout',
  });
}, 120_000);

let frames: LabFrames;
beforeAll(async () => {
  frames = await openLabFrames();
}, 180_000);
afterAll(() => frames?.close());

const EVEN = [
  'touch ä Z a B; echo *; ls; printf "z\\nÄ\\na\\nB\\n" | sort; printf "b 10\\na 9\\n" | sort -k 2n',
  'touch -d "2025-05-12 10:00:00" old; ls -l old; stat -c %y old; date -d "2025-05-12 23:30" +"%F %H:%M %Z"',
  'printf "%(%H)T" 0; date -u -d @0; curl; nosuch; echo "$TZ $LANG"',
].map((command) => sh(command, 2000));

test('languages and time zones are the same in the page and on the server', async () => {
  const player = await PlayerProcess.start('shell', { isolation: probeIsolation([]) });
  const here: unknown[] = [];
  for (const question of EVEN) {
    const answer = (await player?.ask(question, 3000)) as Answer | undefined;
    here.push(answer?.value);
  }
  player?.kill('Died');
  const questions = EVEN.map((question, id) => ({ type: 'ask', id, question }) as const);
  const reported = await frames.play('shell', questions);
  expect(reported.slice(2).map((one) => ('answer' in one ? one.answer.value : one))).toEqual(here);
  expect(here[0]).toMatchObject({ stdout: expect.stringContaining('B Z a ä') });
  expect(here[1]).toMatchObject({ stdout: expect.stringContaining('2025-05-12 23:30 UTC') });
  expect(here[2]).toMatchObject({
    stderr: 'bash: curl: command not found\nbash: nosuch: command not found\n',
  });
}, 60_000);

test('in the page the shell reaches no network, and is begun anew', async () => {
  const reported = await frames.play('shell', [
    { type: 'ask', id: 1, question: { op: 'load', files: { 'a.sh': 'echo hi > made' }, ms: 5000 } },
    { type: 'ask', id: 2, question: { op: 'sh', file: 'a.sh', command: 'cat made', ms: 5000 } },
    { type: 'ask', id: 3, question: sh(Object.values(REACHES).join('\n'), 5000) },
    { type: 'ask', id: 4, question: sh('ls', 5000) },
    { type: 'stop' },
  ]);
  expect(reported.slice(2)).toMatchObject([
    { id: 1, answer: { value: null } },
    { id: 2, answer: { value: { stdout: 'hi\n', exit: 0 } } },
    { id: 3 },
    { id: 4, answer: { value: { stdout: 'a.sh\n' } } },
    { type: 'stopped' },
  ]);
  expect(frames.asked.filter((path) => !/^\/(?:$|host|lab-)/.test(path))).toEqual([]);
}, 60_000);
