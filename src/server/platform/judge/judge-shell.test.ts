import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { shellLabOf } from '#tests/kit/labs';
import { openJudge } from './open-judge.ts';

const judge = openJudge({ hide: [] });
afterAll(() => judge.close());

const DOCS = readFileSync(join(import.meta.dirname, '../../../../docs/course-folders.md'), 'utf8');
const PROMISED =
  /has the language of bash .* and these commands: `([^`]+)`/.exec(DOCS)?.[1]?.split(' ') ?? [];
const LISTS = `printf 'a\nb\n' > x; printf 'b\nc\n' > y;`;

/** One line for each command, and what it prints. */
const LINES: Readonly<Record<string, readonly [string, string]>> = {
  awk: [`echo a b | awk '{ print $2 }'`, 'b'],
  base64: ['printf hi | base64', 'aGk='],
  basename: ['basename a/b.txt', 'b.txt'],
  bash: [`bash -c 'echo $((1 + 2))'`, '3'],
  cat: ['cat letters/a.txt', 'one'],
  chmod: ['chmod 600 letters/a.txt; stat -c %a letters/a.txt', '600'],
  column: [`printf 'a b\nc d\n' | column -t`, 'a  b\nc  d'],
  comm: [`${LISTS} comm -12 x y`, 'b'],
  cp: ['cp letters/a.txt c; cat c', 'one'],
  cut: ['echo a:b | cut -d: -f2', 'b'],
  date: ['date -d 2026-01-02 +%F', '2026-01-02'],
  diff: ['diff letters/a.txt letters/a.txt && echo same', 'same'],
  dirname: ['dirname a/b.txt', 'a'],
  du: ['du letters | grep -c letters', '1'],
  echo: ['echo a', 'a'],
  env: ['env | grep ^HOME=', 'HOME=/home/user'],
  expand: [`printf 'a\tb\n' | expand -t 4`, 'a   b'],
  expr: ['expr 2 + 3', '5'],
  file: ['file letters/a.txt | grep -c text', '1'],
  find: [`find letters -name 'a*'`, 'letters/a.txt'],
  fold: ['echo abcd | fold -w 2', 'ab\ncd'],
  git: ['git hash-object letters/a.txt', '5626abf0f72e58d7a153368ba57db4c673c0e171'],
  grep: ['grep -c one letters/a.txt', '1'],
  head: [`${LISTS} head -n 1 x`, 'a'],
  join: [`echo 1 a > x; echo 1 b > y; join x y`, '1 a b'],
  jq: [`echo '{ "a": 2 }' | jq .a`, '2'],
  ln: ['ln -s letters/a.txt l; cat l', 'one'],
  ls: ['ls letters', 'a.txt\nb.txt'],
  md5sum: ['printf abc | md5sum', '900150983cd24fb0d6963f7d28e17f72  -'],
  mkdir: ['mkdir -p p/q; ls p', 'q'],
  mv: ['mv letters/a.txt c; cat c', 'one'],
  nl: [`echo a | nl | tr -d ' \t'`, '1a'],
  od: [`printf a | od -An -c | tr -d ' '`, 'a'],
  paste: ['paste -d, letters/a.txt letters/b.txt', 'one,two'],
  printf: [`printf '%03d\n' 7`, '007'],
  pwd: ['pwd', '/home/user'],
  readlink: ['ln -s letters/a.txt l; readlink l', 'letters/a.txt'],
  rev: ['echo abc | rev', 'cba'],
  rg: ['rg one letters/a.txt | grep -c one', '1'],
  rm: ['rm letters/a.txt; ls letters', 'b.txt'],
  rmdir: ['mkdir p; rmdir p; ls -d p 2> /dev/null || echo gone', 'gone'],
  sed: ['echo abc | sed s/b/x/', 'axc'],
  seq: ['seq 2', '1\n2'],
  sha1sum: ['printf abc | sha1sum', 'a9993e364706816aba3e25717850c26c9cd0d89d  -'],
  sha256sum: [
    'printf abc > c; sha256sum c | tee sums; sha256sum -c sums',
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  c\nc: OK',
  ],
  sleep: ['sleep 0.01; echo a', 'a'],
  sort: [`printf 'b\na\n' | sort`, 'a\nb'],
  split: [`${LISTS} split -l 1 x part-; cat part-ab`, 'b'],
  stat: ['stat -c %s letters/a.txt', '4'],
  strings: ['echo hello | strings', 'hello'],
  tac: [`${LISTS} tac x`, 'b\na'],
  tail: [`${LISTS} tail -n 1 x`, 'b'],
  tar: ['tar -cf a.tar letters; tar -tf a.tar | head -n 1', 'letters/'],
  tee: ['echo a | tee t; cat t', 'a\na'],
  time: ['time echo a', 'a'],
  timeout: ['timeout 1 echo a', 'a'],
  touch: ['touch t; ls t', 't'],
  tr: ['echo abc | tr a-c A-C', 'ABC'],
  tree: ['tree letters | head -n 1', 'letters'],
  uniq: [`printf 'a\na\nb\n' | uniq`, 'a\nb'],
  wc: [`${LISTS} wc -l < x | tr -d ' '`, '2'],
  which: ['which cat | grep -c cat', '1'],
  xargs: ['echo a b | xargs -n 1 echo', 'a\nb'],
};

test('every command that the documentation promises works where labs are judged', async () => {
  expect(PROMISED.length).toBeGreaterThan(50);
  expect(Object.keys(LINES)).toEqual(PROMISED);
  const checks = Object.entries(LINES).map(([id, [command, stdout]]) => ({
    id,
    name: id,
    probe: { kind: 'sh' as const, command, stdout },
  }));
  const { verdict } = await judge.judge(shellLabOf(checks), {});
  const failed = verdict?.results.filter(({ ok }) => !ok);
  expect(failed).toEqual([]);
}, 60_000);
