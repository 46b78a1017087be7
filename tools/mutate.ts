/**
 * Changes the rules of access and the code of sessions one place at a time, and looks whether a test notices: at least
 * 95 of 100 changes must be noticed. Usage: node tools/mutate.ts [rules|sessions [file,file…]]
 */
import setUp, { type TestServer } from '../tests/kit/global-setup.ts';
import { run } from './step.ts';

const [only, files] = process.argv.slice(2);
let server: TestServer | undefined;
const project = {
  provide: (_name: string, value: TestServer) => {
    server = value;
  },
};
const stop = only === 'rules' ? null : await setUp(project as Parameters<typeof setUp>[0]);
let failed = 0;
for (const name of ['rules', 'sessions']) {
  if (only !== undefined && only !== name) continue;
  const env = { MUTATION_DATABASE: JSON.stringify(server ?? {}) };
  const chosen = files === undefined ? [] : ['--mutate', files];
  if ((await run('stryker', ['run', `tests/mutation/${name}.json`, ...chosen], env)) !== 0) failed += 1;
}
await stop?.();
process.exitCode = failed === 0 ? 0 : 1;
