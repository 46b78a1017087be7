import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import type { LabCheck } from '#domain/labs/lab-spec';
import type { Answer, TimedQuestion } from '#domain/labs/question';
import { readCommanded } from '#domain/labs/read-answer';
import { probeIsolation } from '#server/platform/judge/isolation';
import { openJudge } from '#server/platform/judge/open-judge';
import { PlayerProcess } from '#server/platform/judge/player-process';
import { shellLabOf } from '#tests/kit/labs';

const judge = openJudge({ hide: [] });
afterAll(() => judge.close());

const sh = (command: string, ms: number): TimedQuestion => ({ op: 'sh', command, ms });
const REPOSITORY = 'git init -q r && cd r && echo a > f && git add f && git commit -qm a';

/** Commands that put an object below `.git` which no command of Git would write; `name` unless it is the right one. */
function planted(kind: string, body: Buffer, name?: string): { oid: string; command: string } {
  const whole = Buffer.concat([Buffer.from(`${kind} ${body.length}\0`), body]);
  const oid = name ?? createHash('sha1').update(whole).digest('hex');
  const path = `.git/objects/${oid.slice(0, 2)}`;
  const text = deflateSync(whole).toString('base64');
  return { oid, command: `mkdir -p ${path}; echo ${text} | base64 -d > ${path}/${oid.slice(2)}` };
}

const blob = planted('blob', Buffer.from('pwned\n'));
const treeOf = (mode: string, name: string, oid = blob.oid) =>
  planted('tree', Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]));
const people = 'author A <a@x> 1 +0000\ncommitter A <a@x> 1 +0000\n\nx\n';
const commitOf = (tree: string, parent = '') =>
  planted('commit', Buffer.from(`tree ${tree}\n${parent}${people}`));

/** Trees whose files would lie elsewhere. */
const ESCAPES = ['..', '.', '.git', '.GIT', '../../tmp/pwned', 'a/../../../tmp/pwned', '/tmp/pwned'];

async function start(withoutPermissions = false) {
  return PlayerProcess.start('shell', { isolation: probeIsolation([]), withoutPermissions });
}

describe.each([
  ['shut in', false],
  ['without the permissions of Node.js', true],
])('git in a player, %s', (_, withoutPermissions) => {
  test('writes no file of a hostile tree or index outside the folder of the work', async () => {
    const player = await start(withoutPermissions);
    for (const name of ESCAPES) {
      const tree = treeOf('100644', name);
      const commit = commitOf(tree.oid);
      const plant = [blob, tree, commit].map(({ command }) => command).join('; ');
      const ways = [
        `git reset --hard ${commit.oid}`,
        `git checkout ${commit.oid}`,
        `git merge ${commit.oid}`,
        `git restore --source=${commit.oid} .`,
        `git cherry-pick ${commit.oid}`,
        `git stash apply ${commit.oid}`,
      ].join('; ');
      const look = `grep -rl pwned / --include='*' 2> /dev/null | grep -v '/objects/'; git log --oneline | wc -l`;
      const answer = (await player?.ask(
        sh(`${REPOSITORY}; ${plant}; ${ways}; ${look}`, 4000),
        6000,
      )) as Answer;
      const { stderr, stdout } = readCommanded(answer.value);
      expect([name, stderr]).toEqual([name, expect.stringMatching(/corrupt tree file/)]);
      expect([name, stdout.split('\n').filter((line) => /pwned|^\//.test(line))]).toEqual([name, []]);
    }
    player?.kill('Died');
    expect(existsSync('/tmp/pwned')).toBe(false);
  }, 60_000);

  test('follows no link and no ref out of its folders', async () => {
    const player = await start(withoutPermissions);
    const link = treeOf('120000', 'f', planted('blob', Buffer.from('.git')).oid);
    const commands: Readonly<Record<string, string>> = {
      'a link in the way': `ln -s /tmp d; mkdir -p x; git rm -q f; mkdir e; echo 1 > e/pwned; git add e; git commit -qm e; git switch -qc o HEAD~1; ln -s /tmp e; git checkout -q main; git reset -q --hard main; ls /tmp`,
      'a link to the folder of git': `${planted('blob', Buffer.from('.git')).command}; ${link.command}; ${commitOf(link.oid).command}; git reset -q --hard ${commitOf(link.oid).oid}; git show HEAD:f; ls -d .git/hooks/pwned`,
      'names of branches': `for name in ../../../../tmp/pwned a..b .git/x 'a b' -x HEAD a.lock 'a@{b' '~'; do git branch "$name"; git tag "$name"; git switch -c "$name"; done; ls /tmp; git branch`,
      'refs that lead round': `echo 'ref: refs/heads/a' > .git/refs/heads/b; echo 'ref: refs/heads/b' > .git/refs/heads/a; echo 'ref: refs/heads/a' > .git/HEAD; git log; git status; git branch; git commit -qm x --allow-empty; git fsck`,
      'a ref that leads out': `echo 'ref: ../../../../etc/passwd' > .git/HEAD; git rev-parse HEAD; git log; echo '../../x' > .git/rebase-merge; git rebase --abort`,
      'a state that is not one': `mkdir .git/rebase-merge; echo nothing > .git/rebase-merge/onto; echo 'exec touch /tmp/pwned' > .git/rebase-merge/git-rebase-todo; git status; git rebase --abort`,
      hooks: `mkdir -p .git/hooks; printf '#!/bin/bash\\ntouch /tmp/pwned\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit; git commit -q --allow-empty -m x; git config core.hooksPath .git/hooks; git commit -q --allow-empty -m x; ls /tmp`,
      'settings that are no settings': `git config __proto__.polluted yes; git config constructor.prototype.x yes; git config --list | tail -2; git __proto__; git constructor; git toString`,
    };
    for (const [name, command] of Object.entries(commands)) {
      const answer = (await player?.ask(sh(`${REPOSITORY}; ${command}`, 3000), 4000)) as Answer;
      expect([name, answer.error?.name]).toEqual([name, undefined]);
      expect([name, readCommanded(answer.value).stdout]).toEqual([
        name,
        expect.not.stringMatching(/^(?:\S*\/)?pwned$/m),
      ]);
    }
    player?.kill('Died');
  }, 60_000);
});

/** What an object that is not what its name says could do: be its own ancestor. */
const OWN = 'a'.repeat(40);
const COSTS: Readonly<Record<string, string>> = {
  'is its own ancestor': `${planted('commit', Buffer.from(`tree ${OWN}\nparent ${OWN}\n${people}`), OWN).command}; echo ${OWN} > .git/refs/heads/main; git log; git fsck; git rebase main~1; git merge-base main main`,
  'is a bomb': `${planted('blob', Buffer.alloc(40_000_000)).command}; git fsck; git cat-file -p ${planted('blob', Buffer.alloc(40_000_000)).oid} | wc -c`,
  'is a file of many lines that all differ': `seq 60000 > f; git commit -qam b; seq 60001 120000 > f; git diff | wc -l; git commit -qam c; git log -p | wc -l; git merge HEAD~1`,
  'has a long history': `for i in $(seq 3000); do git commit -q --allow-empty -m $i; done; git log --graph --oneline --all | wc -l; git bisect start HEAD HEAD~2000; git rebase -i HEAD~1000`,
  'has deep folders': `d=.; for i in $(seq 300); do d=$d/d; done; mkdir -p $d; echo x > $d/x; git add -A; git commit -qm deep; git ls-tree -r HEAD; git status`,
  'writes without end': `i=0; while :; do i=$((i+1)); seq $i 9000 > f; git commit -qam $i; done`,
  'edits itself': `export GIT_EDITOR='git commit --amend' GIT_SEQUENCE_EDITOR='git rebase -i HEAD~1'; git commit --amend; git commit -qm b --allow-empty; git rebase -i HEAD~1; git rebase -x 'git rebase -x "git log" HEAD~1' HEAD~1`,
  'searches with a pattern that never ends': `printf 'a%.0s' {1..4000} > f; git commit -qam b; git log --oneline -G'^(a+)+b$' --grep='(a*)*b'`,
  'runs for ever': `git bisect start; git bisect run true; git rebase -x 'while :; do :; done' HEAD`,
};

test('whatever a repository costs, its player is ended within its limits', async () => {
  let player = await start();
  for (const [name, command] of Object.entries(COSTS)) {
    if (!player?.isAlive) player = await start();
    const began = Date.now();
    const answer = (await player?.ask(sh(`${REPOSITORY}; ${command}`, 1500), 3000)) as Answer;
    expect([name, Date.now() - began < 3800]).toEqual([name, true]);
    expect([name, JSON.stringify(answer).length < 300_000]).toEqual([name, true]);
    expect([name, (player?.peakMb ?? 0) < 400]).toEqual([name, true]);
    expect([name, answer.error?.name ?? 'none']).toEqual([
      name,
      expect.stringMatching(/^(?:Endless|TooMuch|TooDeep|Timeout|none)$/),
    ]);
  }
  player?.kill('Died');
}, 90_000);

const MERGED: readonly LabCheck[] = [
  {
    id: 'a',
    name: 'two commits',
    probe: { kind: 'sh', file: 'work.sh', command: 'cd ~/r && git rev-list --count main', stdout: '2' },
  },
  {
    id: 'b',
    name: 'the file is in the last one',
    hidden: true,
    probe: {
      kind: 'sh',
      file: 'work.sh',
      command: 'cd ~/r && git show main:g && git status --short',
      stdout: 'b',
    },
  },
];
const lab = shellLabOf(MERGED, { given: { 'r.sh': REPOSITORY }, setup: ['r.sh'] });

/** Each wants a second commit to be found, without making one. */
const FORGERIES: Readonly<Record<string, string>> = {
  'has another git': `mkdir ~/bin; printf '#!/bin/bash\\necho 2\\necho b\\n' > ~/bin/git; chmod +x ~/bin/git; cp ~/bin/git /usr/bin/git; export PATH=~/bin:$PATH; git() { echo 2; }; declare -fx git`,
  'has an alias in its settings': `git config alias.rev-list '!echo 2'; git config alias.show '!echo b'; git config --global alias.rev-list '!echo 2'; git config core.pager 'echo 2'`,
  'writes a ref to what isn’t there': `echo ${'b'.repeat(40)} > .git/refs/heads/main`,
  'gives an object another name': `${planted('commit', Buffer.from(`tree ${OWN}\n${people}`), 'c'.repeat(40)).command}; echo ${'c'.repeat(40)} > .git/refs/heads/main`,
  'writes the answer into the log': `echo "2 b" > .git/logs/HEAD; echo 2 > .git/HEAD; echo 2 > .git/index`,
  'replaces an object': `git replace HEAD HEAD; mkdir -p .git/refs/replace; cp .git/refs/heads/main .git/refs/replace/$(git rev-parse HEAD)`,
  'moves the repository': `export GIT_DIR=/tmp/x GIT_WORK_TREE=/tmp; mv .git ~/.git; echo 'gitdir: /tmp/x' > .git`,
};

test.each(Object.entries(FORGERIES))(
  'a script that %s is not passed',
  async (_, script) => {
    const { verdict } = await judge.judge(lab, { 'work.sh': `cd ~/r\n${script}` });
    expect(verdict?.passed).toBe(false);
  },
  60_000,
);

test('the honest script is passed', async () => {
  const script = 'cd ~/r && echo b > g && git add g && git commit -qm b';
  const { verdict } = await judge.judge(lab, { 'work.sh': script });
  expect(verdict?.passed).toBe(true);
}, 60_000);
