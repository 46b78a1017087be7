import { readOptions } from '../options.ts';
import type { Command } from '../run.ts';
import { isRefName } from '../store/refs.ts';
import { globalConfig, Repository } from '../store/repository.ts';
import { Ended, fatal } from '../store/said.ts';

const CONFIG =
  '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n';

export const init: Command = async (run, args) => {
  const options = readOptions('init', args, 'b|initial-branch= q|quiet');
  const root = run.fs.resolvePath(run.cwd, options.words[0] ?? '.');
  const branch =
    options.get('initial-branch') ??
    (await globalConfig(run.fs, run.around.env).read()).get('init.defaultbranch') ??
    'main';
  if (!isRefName(branch)) throw fatal(`invalid initial branch name: '${branch}'`);
  const repository = new Repository(run.fs, root, run.around);
  const { folder, fs } = repository;
  const isThere = await fs.exists(`${folder}/HEAD`);
  for (const name of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info', 'hooks'])
    await fs.mkdir(`${folder}/${name}`, { recursive: true });
  if (!isThere) {
    await repository.refs.setHead(`refs/heads/${branch}`);
    await fs.writeFile(`${folder}/config`, CONFIG);
    await fs.writeFile(`${folder}/info/exclude`, '');
  }
  if (!options.has('quiet'))
    run.print(`${isThere ? 'Reinitialized existing' : 'Initialized empty'} Git repository in ${folder}/\n`);
  return 0;
};

export const config: Command = async (run, args) => {
  const options = readOptions('config', args, 'global local get unset l|list');
  const isGlobal = options.has('global');
  const file = isGlobal ? globalConfig(run.fs, run.around.env) : (await run.repository()).config;
  const [name, value] = options.words;
  if (options.has('list')) {
    const values = [
      ...(isGlobal ? [] : await globalConfig(run.fs, run.around.env).read()),
      ...(await file.read()),
    ];
    run.print(values.map(([key, each]) => `${key}=${each}\n`).join(''));
    return 0;
  }
  if (name === undefined) throw new Ended('error: no action specified\n', 129);
  if (!/^[\w-]+(?:\..+)?\.[A-Za-z][\w-]*$/.test(name))
    throw new Ended(`error: key does not contain a section: ${name}\n`, 1);
  if (options.has('unset')) return (await file.unset(name)) ? 0 : 5;
  if (value !== undefined && !options.has('get')) {
    await file.set(name, value);
    return 0;
  }
  const found = isGlobal
    ? (await file.read()).get(name.toLowerCase())
    : await (await run.repository()).setting(name);
  if (found === undefined) return 1;
  run.print(`${found}\n`);
  return 0;
};
