import { resolve } from '../history/revisions.ts';
import { readOptions } from '../options.ts';
import type { Command } from '../run.ts';
import { writePerson } from '../store/formats.ts';
import { isRefName, shortName } from '../store/refs.ts';
import { Ended, fatal } from '../store/said.ts';
import { cleanMessage } from './committing.ts';

export const tag: Command = async (run, args) => {
  const options = readOptions('tag', args, 'a|annotate m|message= d|delete f|force l|list n?');
  const repository = await run.repository();
  const [name, target] = options.words;
  if (options.has('delete')) {
    let exit = 0;
    for (const each of options.words) {
      const oid = isRefName(each) ? await repository.refs.read(`refs/tags/${each}`) : undefined;
      if (oid === undefined) {
        run.warn(`error: tag '${each}' not found.\n`);
        exit = 1;
        continue;
      }
      await repository.refs.remove(`refs/tags/${each}`);
      run.print(`Deleted tag '${each}' (was ${oid.slice(0, 7)})\n`);
    }
    return exit;
  }
  if (name === undefined || options.has('list')) {
    for (const ref of (await repository.refs.list('refs/tags/')).keys()) run.print(`${shortName(ref)}\n`);
    return 0;
  }
  if (!isRefName(name)) throw fatal(`'${name}' is not a valid tag name.`);
  const ref = `refs/tags/${name}`;
  const old = await repository.refs.read(ref);
  if (old !== undefined && !options.has('force')) throw fatal(`tag '${name}' already exists`);
  let oid = await resolve(repository, target ?? 'HEAD');
  if (options.has('annotate') || options.has('message')) {
    const message = cleanMessage(options.all('message').join('\n\n'));
    if (message === '') throw new Ended('git: give the message of a tag with -m\n', 1);
    const { kind } = await repository.objects.read(oid);
    const tagger = writePerson(await repository.committer());
    oid = await repository.objects.write(
      'tag',
      `object ${oid}\ntype ${kind}\ntag ${name}\ntagger ${tagger}\n\n${message}`,
    );
  }
  await repository.refs.write(ref, oid);
  if (old !== undefined && old !== oid) run.print(`Updated tag '${name}' (was ${old.slice(0, 7)})\n`);
  return 0;
};
