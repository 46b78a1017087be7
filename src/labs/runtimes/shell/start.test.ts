import { expect, test } from 'vitest';
import { startShell } from './start.ts';

const ask = async (questions: readonly object[]) => {
  const runtime = startShell();
  const answers = [];
  for (const question of questions) answers.push(await runtime.ask({ ms: 1000, ...question } as never));
  return answers;
};
const load = {
  op: 'load',
  files: { 'a.sh': '#!/bin/bash\necho "in $PWD"; f() { :; }; x=1; cd /tmp; touch made' },
};

test('a check begins where the setup ended, and with the files as they were', async () => {
  const [, , first, second] = await ask([
    load,
    { op: 'setup', code: 'mkdir -p radio; cd radio; echo one > a' },
    { op: 'sh', file: 'a.sh', command: 'pwd; rm a; ls -A; echo "[$x]"; ls /tmp' },
    { op: 'sh', command: 'cat a; ls /tmp; ~/a.sh' },
  ]);
  expect(first).toEqual({
    value: { stdout: '/home/user/radio\n[]\nmade\n', stderr: '', exit: 0 },
    out: 'in /home/user/radio\n',
  });
  expect(second?.value).toMatchObject({ stdout: 'one\nin /home/user/radio\n' });
});

test('a check and the terminal find files as old, as closed and as linked as the setup left them', async () => {
  const setup = `mkdir -p log/old; touch -d 2020-01-02 log/old/a.log; touch log/new.log; ln log/new.log log/twin
touch -d 2021-03-04 log/old; chmod 700 log; chmod 600 log/new.log`;
  const command = `find log -type f -mtime +30; stat -c '%a %n' log log/old log/new.log; [ log/new.log -ef log/twin ] && echo linked
[ log/new.log -nt log/old/a.log ] && echo newer; find log/old -maxdepth 0 -mtime +30`;
  const stdout = 'log/old/a.log\n700 log\n755 log/old\n600 log/new.log\nlinked\nnewer\nlog/old\n';
  const [, , judged, typed] = await ask([
    load,
    { op: 'setup', code: setup },
    { op: 'sh', command },
    { op: 'type', command, files: load.files },
  ]);
  expect(judged?.value).toMatchObject({ stdout, stderr: '' });
  expect(typed?.value).toMatchObject({ stdout, stderr: '' });
});

test('a setup that fails is a fault', async () => {
  const [, answer] = await ask([load, { op: 'setup', code: 'cat nosuch' }]);
  expect(answer?.error?.message).toContain('nosuch: No such file or directory');
});

test('what is typed stays where it is, waits for what is open, and sees what was edited', async () => {
  const type = (command: string, files = load.files) => ({ op: 'type', command, files });
  const answers = await ask([
    load,
    type('mkdir d; cd d; export name=Ada'),
    type('for i in 1 2; do'),
    type('cat << END\nx'),
    type('if true; then'),
    type('fi'),
    type('echo "$name"; pwd; cat ~/a.sh', { 'a.sh': 'edited' }),
    { op: 'sh', command: 'ls' },
  ]);
  const [, , loop, here, branch, end, said, judged] = answers.map(({ value }) => value);
  for (const open of [loop, here, branch]) expect(open).toEqual({ isUnfinished: true });
  expect(end).toMatchObject({ exit: 2 });
  expect(said).toMatchObject({ stdout: 'Ada\n/home/user/d\nedited', cwd: '/home/user/d' });
  expect(judged).toMatchObject({ stdout: 'a.sh\n' });
});
