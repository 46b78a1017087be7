import { randomUUID } from 'node:crypto';

type Value = File | string;

const encoder = new TextEncoder();

/** A form as Node's own class has it, without the library that comes with that one. */
export class LightForm {
  #entries: (readonly [string, Value])[] = [];

  get [Symbol.toStringTag](): string {
    return 'FormData';
  }

  append(name: string, value: Blob | string, fileName?: string): void {
    this.#entries.push([`${name}`, entryValue(value, fileName)]);
  }

  delete(name: string): void {
    this.#entries = this.#entries.filter(([each]) => each !== name);
  }

  get(name: string): Value | null {
    return this.#entries.find(([each]) => each === name)?.[1] ?? null;
  }

  getAll(name: string): Value[] {
    return this.#entries.filter(([each]) => each === name).map(([, value]) => value);
  }

  has(name: string): boolean {
    return this.#entries.some(([each]) => each === name);
  }

  set(name: string, value: Blob | string, fileName?: string): void {
    const at = this.#entries.findIndex(([each]) => each === name);
    const entry = [`${name}`, entryValue(value, fileName)] as const;
    const others = this.#entries.filter(([each], index) => each !== name || index === at);
    this.#entries = at < 0 ? [...others, entry] : others.map((each) => (each[0] === name ? entry : each));
  }

  forEach(callback: (value: Value, name: string, form: LightForm) => void, self?: unknown): void {
    for (const [name, value] of this.#entries) callback.call(self, value, name, this);
  }

  *keys(): Generator<string> {
    for (const [name] of this.#entries) yield name;
  }

  *values(): Generator<Value> {
    for (const [, value] of this.#entries) yield value;
  }

  *entries(): Generator<[string, Value]> {
    for (const [name, value] of this.#entries) yield [name, value];
  }

  [Symbol.iterator](): Generator<[string, Value]> {
    return this.entries();
  }

  /** As the body of a message. */
  encode(): Blob {
    const boundary = `----form-${randomUUID()}`;
    const parts = this.#entries.flatMap(([name, value]) => [
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${detailsOf(value)}\r\n\r\n`,
      typeof value === 'string' ? encoder.encode(withLineEnds(value)) : value,
      '\r\n',
    ]);
    return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
  }
}

function entryValue(value: Blob | string, fileName?: string): Value {
  if (!(value instanceof Blob)) return `${value}`;
  if (value instanceof File && fileName === undefined) return value;
  return new File([value], fileName ?? 'blob', { type: value.type });
}

function detailsOf(value: Value): string {
  if (typeof value === 'string') return '';
  return `; filename="${quoted(value.name)}"\r\nContent-Type: ${value.type || 'application/octet-stream'}`;
}

const withLineEnds = (text: string) => text.replaceAll(/\r?\n|\r/g, '\r\n');

function quoted(name: string): string {
  return withLineEnds(name).replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
