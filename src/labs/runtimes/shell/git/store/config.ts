import type { Files } from './objects.ts';

/** Settings as in `.git/config`: by `section.key`, or `section.name.key`. */
export class Config {
  readonly #fs: Files;
  readonly #path: string;

  constructor(fs: Files, path: string) {
    this.#fs = fs;
    this.#path = path;
  }

  async read(): Promise<Map<string, string>> {
    const values = new Map<string, string>();
    if (!(await this.#fs.exists(this.#path))) return values;
    let section = '';
    for (const line of (await this.#fs.readFile(this.#path)).split('\n')) {
      const [, name, own] = /^\s*\[([\w.-]+)(?: "(.*)")?\]\s*$/.exec(line) ?? [];
      if (name !== undefined) section = name.toLowerCase() + (own === undefined ? '' : `.${own}`);
      const [, key, value = 'true'] = /^\s*([\w-]+)\s*(?:=\s*(.*?)\s*)?$/.exec(line) ?? [];
      if (key !== undefined && section !== '')
        values.set(`${section}.${key.toLowerCase()}`, value.replace(/^"(.*)"$/, '$1'));
    }
    return values;
  }

  async set(name: string, value: string): Promise<void> {
    const text = (await this.#fs.exists(this.#path)) ? await this.#fs.readFile(this.#path) : '';
    const lines = text.split('\n').slice(0, text === '' ? 0 : -1);
    const { heading, key } = partsOf(name);
    const line = `\t${key} = ${/[#;"]|^\s|\s$/.test(value) ? JSON.stringify(value) : value}`;
    const start = lines.indexOf(heading);
    if (start < 0) lines.push(heading, line);
    else {
      const end = endOf(lines, start);
      const at = lines.findIndex((old, i) => i > start && i < end && isOf(old, key));
      lines.splice(at < 0 ? end : at, at < 0 ? 0 : 1, line);
    }
    await this.#fs.writeFile(this.#path, `${lines.join('\n')}\n`);
  }

  /** Whether there was such a setting. */
  async unset(name: string): Promise<boolean> {
    if (!(await this.#fs.exists(this.#path))) return false;
    const lines = (await this.#fs.readFile(this.#path)).split('\n');
    const { heading, key } = partsOf(name);
    const start = lines.indexOf(heading);
    const end = endOf(lines, start);
    const at = lines.findIndex((line, i) => start >= 0 && i > start && i < end && isOf(line, key));
    if (at < 0) return false;
    lines.splice(at, 1);
    await this.#fs.writeFile(this.#path, lines.join('\n'));
    return true;
  }
}

function partsOf(name: string): { heading: string; key: string } {
  const parts = name.split('.');
  const [section = '', ...middle] = parts.slice(0, -1);
  const own = middle.length > 0 ? ` "${middle.join('.')}"` : '';
  return { heading: `[${section}${own}]`, key: parts.at(-1) ?? '' };
}

function endOf(lines: readonly string[], start: number): number {
  const end = lines.findIndex((line, i) => i > start && line.startsWith('['));
  return end < 0 ? lines.length : end;
}

function isOf(line: string, key: string): boolean {
  return line.trim().toLowerCase().startsWith(`${key.toLowerCase()} =`);
}
