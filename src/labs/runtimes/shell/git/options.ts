import { Ended } from './store/said.ts';

/** The words after a subcommand, read. */
export class Options {
  readonly #values = new Map<string, string[]>();
  /** What is no option, before `--`. */
  readonly words: string[] = [];
  /** What follows `--`. */
  readonly paths: string[] = [];
  hasDashes = false;

  add(name: string, value: string): void {
    this.#values.set(name, [...(this.#values.get(name) ?? []), value]);
  }
  has(name: string): boolean {
    return this.#values.has(name);
  }
  /** The last one counts. */
  get(name: string): string | undefined {
    return this.#values.get(name)?.at(-1);
  }
  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }
}

/** `=` a value must follow, `?` one may be attached, `~` as well, or follow. */
type Wants = '' | '=' | '?' | '~';

/**
 * Reads options by a list of their names: `m|message= a|all abbrev?`. An option that isn't in it is not here, even if real Git
 * has it.
 */
export function readOptions(command: string, args: readonly string[], spec: string): Options {
  const known = new Map<string, { name: string; wants: Wants }>();
  for (const word of spec.split(/\s+/)) {
    const [, names = '', wants = ''] = /^(.*?)([=?~]?)$/.exec(word) ?? [];
    const all = names.split('|');
    for (const each of all) known.set(each, { name: all.at(-1) ?? each, wants: wants as Wants });
  }
  const options = new Options();
  const rest = [...args];
  const unknown = (option: string) =>
    new Ended(`git: the option ${option} of git ${command} is not available here\n`, 129);
  const take = (option: string): string => {
    const value = rest.shift();
    if (value === undefined) throw new Ended(`error: option \`${option}' requires a value\n`, 129);
    return value;
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      options.hasDashes = true;
      options.paths.push(...rest);
      break;
    }
    if (!/^-./.test(word)) options.words.push(word);
    else if (word.startsWith('--')) readLong(word);
    else if (/^-\d+$/.test(word) && known.has('n')) options.add(known.get('n')?.name ?? 'n', word.slice(1));
    else readShort(word);
  }
  return options;

  function readLong(word: string): void {
    const [, name = '', attached] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const found = name.length > 1 ? known.get(name) : undefined;
    if (!found || (attached !== undefined && found.wants === '')) throw unknown(`--${name}`);
    options.add(
      found.name,
      attached ?? (found.wants === '=' ? take(name) : found.wants === '~' ? (rest.shift() ?? '') : ''),
    );
  }

  function readShort(word: string): void {
    for (let at = 1; at < word.length; at += 1) {
      const letter = word.charAt(at);
      const found = known.get(letter);
      if (!found) throw unknown(`-${letter}`);
      if (found.wants === '') {
        options.add(found.name, '');
        continue;
      }
      const attached = word.slice(at + 1);
      options.add(found.name, attached !== '' || found.wants === '?' ? attached : take(letter));
      return;
    }
  }
}
