const NAME = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
const BLANKS = '\t\n\r ';
const FORBIDDEN = /[\0\r\n]|[^\0-\xff]/;

type Init = Iterable<Iterable<string>> | Readonly<Record<string, string>> | null;

/** Headers as Node's own class has them, without the library that comes with that one. */
export class LightHeaders {
  readonly #values = new Map<string, string>();
  #cookies: readonly string[] = [];

  constructor(init?: Init) {
    if (init === undefined) return;
    // The headers of the HTTP adapter are of this class by name only.
    if (typeof init === 'object' && init !== null && #values in init) {
      for (const [name, value] of init.#values) this.#values.set(name, value);
      this.#cookies = init.#cookies;
      return;
    }
    if (typeof init !== 'object' || init === null) throw new TypeError('Headers are made of an object');
    if (Symbol.iterator in init) for (const pair of init) this.#appendPair([...pair]);
    else for (const name of Object.keys(init)) this.append(name, init[name] as string);
  }

  get [Symbol.toStringTag](): string {
    return 'Headers';
  }

  append(name: string, value: string): void {
    const key = keyOf(name);
    const text = textOf(value);
    if (key === 'set-cookie') {
      this.#cookies = [...this.#cookies, text];
      return;
    }
    const known = this.#values.get(key);
    this.#values.set(key, known === undefined ? text : known + (key === 'cookie' ? '; ' : ', ') + text);
  }

  delete(name: string): void {
    const key = keyOf(name);
    if (key === 'set-cookie') this.#cookies = [];
    else this.#values.delete(key);
  }

  get(name: string): string | null {
    const key = keyOf(name);
    if (key === 'set-cookie') return this.#cookies.length === 0 ? null : this.#cookies.join(', ');
    return this.#values.get(key) ?? null;
  }

  has(name: string): boolean {
    const key = keyOf(name);
    return key === 'set-cookie' ? this.#cookies.length > 0 : this.#values.has(key);
  }

  set(name: string, value: string): void {
    const key = keyOf(name);
    if (key === 'set-cookie') this.#cookies = [textOf(value)];
    else this.#values.set(key, textOf(value));
  }

  getSetCookie(): string[] {
    return [...this.#cookies];
  }

  forEach(callback: (value: string, name: string, headers: LightHeaders) => void, self?: unknown): void {
    for (const [name, value] of this.#sorted()) callback.call(self, value, name, this);
  }

  *keys(): Generator<string> {
    for (const [name] of this.#sorted()) yield name;
  }

  *values(): Generator<string> {
    for (const [, value] of this.#sorted()) yield value;
  }

  entries(): Iterator<[string, string]> & Iterable<[string, string]> {
    return this.#sorted().values();
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.entries();
  }

  #appendPair(pair: readonly string[]): void {
    const [name, value] = pair;
    if (name === undefined || value === undefined || pair.length !== 2)
      throw new TypeError('A header is a name and a value');
    this.append(name, value);
  }

  #sorted(): [string, string][] {
    const cookies = this.#cookies.map((value): [string, string] => ['set-cookie', value]);
    return [...this.#values, ...cookies].sort(byName);
  }
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function keyOf(name: string): string {
  if (!NAME.test(name)) throw new TypeError(`Invalid name of a header: ${name}`);
  return `${name}`.toLowerCase();
}

function textOf(value: string): string {
  const text = withoutBlanksAround(`${value}`);
  if (FORBIDDEN.test(text)) throw new TypeError('Invalid value of a header');
  return text;
}

/** Each sign is read once: a regular expression would begin anew at each blank inside. */
function withoutBlanksAround(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.includes(text.charAt(start))) start += 1;
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
