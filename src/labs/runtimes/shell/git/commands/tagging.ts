import { isNamed } from '../diff/changes.ts';
import { readTag, resolve } from '../history/revisions.ts';
import { type Options, readOptions } from '../options.ts';
import type { Command, Run } from '../run.ts';
import { writePerson } from '../store/formats.ts';
import { isRefName, shortName } from '../store/refs.ts';
import type { Repository } from '../store/repository.ts';
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
  if (name === undefined || options.has('list') || options.has('n')) return listTags(run, options);
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

async function listTags(run: Run, options: Options): Promise<number> {
  const repository = await run.repository();
  const asked = options.get('n');
  if (asked !== undefined && !/^\d*$/.test(asked))
    throw new Ended("error: switch `n' expects a numerical value\n", 129);
  const count = asked === undefined ? 0 : Number(asked || 1);
  for (const [ref, oid] of await repository.refs.list('refs/tags/')) {
    const name = shortName(ref);
    if (!isNamed(name, options.words)) continue;
    const lines = count === 0 ? [] : (await messageOf(repository, oid)).trimEnd().split('\n').slice(0, count);
    run.print(count === 0 ? `${name}\n` : `${name.padEnd(15)} ${lines.join('\n    ')}\n`);
  }
  return 0;
}

/** What stands with a tag, or else with its commit. */
async function messageOf({ objects }: Repository, oid: string): Promise<string> {
  const { body, kind } = await objects.read(oid);
  if (kind === 'tag') return readTag(new TextDecoder().decode(body)).message;
  return kind === 'commit' ? (await objects.commit(oid)).message : '';
}
