import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Says which part of the whole work was done in one turn. CPU of the thread, so that a busy machine changes nothing. */
const SCRIPT = `
  import { loadCommentRenderer } from '#server/markdown/load-comment-renderer';
  const cpu = () => { const { system, user } = process.threadCpuUsage(); return system + user; };
  const begin = cpu();
  let [before, longest] = [begin, 0];
  const tick = () => { const now = cpu(); longest = Math.max(longest, now - before); before = now; };
  const timer = setInterval(tick, 1);
  const { renderComment } = await loadCommentRenderer();
  tick();
  clearInterval(timer);
  console.log(JSON.stringify([longest / (cpu() - begin), await renderComment('**a**')]));
`;

test('loading what renders comments leaves time for others in between', async () => {
  const root = join(import.meta.dirname, '..', '..', '..');
  const args = ['--input-type=module', '--eval', SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env: {} });
  const [part, html] = JSON.parse(stdout) as [number, string];
  expect(html).toBe('<p><strong>a</strong></p>');
  expect(part).toBeLessThan(0.7);
});
