import { describe, expect, test } from 'vitest';
import { LightForm } from './light-form.ts';
import { LightHeaders } from './light-headers.ts';
import { LightRequest } from './light-request.ts';
import { LightResponse } from './light-response.ts';

const CLASSES = {
  node: { Form: FormData, Head: Headers, Ask: Request, Reply: Response },
  ours: {
    Form: LightForm as unknown as typeof FormData,
    Head: LightHeaders as unknown as typeof Headers,
    Ask: LightRequest as unknown as typeof Request,
    Reply: LightResponse as unknown as typeof Response,
  },
};

/** What a call answers or how it fails, in words that are the same for both. */
async function resultOf(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return error instanceof Error ? error.constructor.name : error;
  }
}

test('headers of the HTTP adapter, which are ours by name only, can be copied', () => {
  const adapted = Object.create(LightHeaders.prototype, {
    [Symbol.iterator]: { value: () => [['a', 'b']].values() },
  });
  expect(adapted).toBeInstanceOf(LightHeaders);
  expect([...new LightHeaders(adapted)]).toEqual([['a', 'b']]);
});

describe.each(Object.entries(CLASSES))('%s', (_name, { Ask, Form, Head, Reply }) => {
  test('headers are joined, sorted, and checked', async () => {
    const headers = new Head({ 'X-b': ' two ', a: 'one' });
    headers.append('x-B', 'three');
    headers.append('Set-Cookie', 'c=1');
    headers.append('set-cookie', 'd=2');
    headers.append('cookie', 'a=1');
    headers.append('cookie', 'b=2');
    expect([...headers]).toEqual([
      ['a', 'one'],
      ['cookie', 'a=1; b=2'],
      ['set-cookie', 'c=1'],
      ['set-cookie', 'd=2'],
      ['x-b', 'two, three'],
    ]);
    expect([...headers.keys()]).toHaveLength(5);
    expect([...headers.values()][0]).toBe('one');
    expect([headers.get('SET-COOKIE'), headers.getSetCookie(), headers.get('none')]).toEqual([
      'c=1, d=2',
      ['c=1', 'd=2'],
      null,
    ]);
    const copy = new Head(headers);
    headers.set('set-cookie', 'e=3');
    headers.delete('A');
    expect([headers.has('a'), headers.getSetCookie(), copy.getSetCookie(), copy.has('a')]).toEqual([
      false,
      ['e=3'],
      ['c=1', 'd=2'],
      true,
    ]);
    const seen: string[] = [];
    copy.forEach((value, name) => {
      seen.push(`${name} ${value}`);
    });
    expect(seen).toHaveLength(5);
    for (const faulty of [
      () => new Head({ 'a b': 'c' }),
      () => new Head({ a: 'b\r\nc: d' }),
      () => new Head({ a: 'ħ' }),
      () => new Head([['a']] as unknown as [string, string][]),
      () => new Head('a' as unknown as HeadersInit),
      () => headers.get('a:'),
    ])
      expect(await resultOf(faulty)).toBe('TypeError');
  });

  test('blanks around a value are dropped, and many of them inside cost no time', () => {
    const inside = `a${' '.repeat(100_000)}b`;
    const headers = new Head({ all: '\t\r\n ', around: ` \t${inside}\r\n`, other: '\u00a0x\f' });
    const begun = performance.now();
    headers.append('inside', inside);
    expect(performance.now() - begun).toBeLessThan(500);
    expect(['all', 'around', 'inside', 'other'].map((name) => headers.get(name))).toEqual([
      '',
      inside,
      inside,
      '\u00a0x\f',
    ]);
  });

  test('replies are read once, in every way', async () => {
    const bytes = new TextEncoder().encode('{"a":1}');
    const stream = () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(bytes);
          controller.close();
        },
      });
    for (const body of [bytes, '{"a":1}', new Blob([bytes]), stream(), bytes.buffer]) {
      const reply = new Reply(body as BodyInit);
      const other = reply.clone();
      expect(await reply.json()).toEqual({ a: 1 });
      expect(reply.bodyUsed).toBe(true);
      expect(await resultOf(() => reply.text())).toBe('TypeError');
      expect(new Uint8Array(await other.arrayBuffer())).toEqual(bytes);
    }
    expect(await (await new Reply(bytes, { headers: { 'content-type': 'a/b' } }).blob()).type).toBe('a/b');
    expect(await new Reply(null).text()).toBe('');
    expect(await new Reply(new Reply('abc').body).text()).toBe('abc');
    const read = new Reply('abc');
    await read.body?.getReader().read();
    expect([read.bodyUsed, await resultOf(() => read.text())]).toEqual([true, 'TypeError']);
  });

  test('a body can be canceled, which ends what it is written from', async () => {
    const ended: unknown[] = [];
    const source = new ReadableStream({ cancel: (reason) => void ended.push(reason) });
    await new Reply(source).body?.cancel('unread');
    expect(ended).toEqual(['unread']);
    for (const body of ['text', new Uint8Array(3), new Blob(['blob'])]) {
      const reply = new Reply(body);
      await reply.body?.cancel();
      expect(await resultOf(() => reply.text())).toBe('TypeError');
    }
  });

  test('replies say what they are', async () => {
    const types = ['a', new URLSearchParams('a=1'), new Blob(['a'], { type: 'x/y' }), null].map((body) =>
      new Reply(body).headers.get('content-type'),
    );
    expect(types).toEqual([
      'text/plain;charset=UTF-8',
      'application/x-www-form-urlencoded;charset=UTF-8',
      'x/y',
      null,
    ]);
    const json = Reply.json({ a: 1 }, { status: 201 });
    expect([json.status, json.ok, json.headers.get('content-type'), await json.text()]).toEqual([
      201,
      true,
      'application/json',
      '{"a":1}',
    ]);
    const own = Reply.json(1, { headers: { 'content-type': 'application/problem+json' } });
    expect(own.headers.get('content-type')).toBe('application/problem+json');
    expect(Reply.redirect('https://a.test/b', 303).headers.get('location')).toBe('https://a.test/b');
    expect(new Reply('', { status: 404, statusText: 'No' })).toMatchObject({ ok: false, statusText: 'No' });
    for (const [faulty, name] of [
      [() => new Reply('', { status: 199 }), 'RangeError'],
      [() => new Reply('a', { status: 204 }), 'TypeError'],
      [() => Reply.redirect('https://a.test', 200), 'RangeError'],
      [() => Reply.json(undefined), 'TypeError'],
    ] as const)
      expect(await resultOf(faulty)).toBe(name);
  });

  test('requests are made from addresses and from other requests', async () => {
    const signal = AbortSignal.abort('over');
    const first = new Ask('http://a.test/b?c', { method: 'put', body: 'hello', headers: { x: 'y' }, signal });
    expect([first.method, first.url, first.headers.get('x'), first.signal.aborted]).toEqual([
      'PUT',
      'http://a.test/b?c',
      'y',
      true,
    ]);
    const second = new Ask(first, { headers: { z: 'w' } });
    expect([second.method, second.headers.get('x'), second.headers.get('z'), second.signal.aborted]).toEqual([
      'PUT',
      null,
      'w',
      true,
    ]);
    expect(await second.text()).toBe('hello');
    const plain = new Ask(new URL('http://a.test'));
    expect([plain.method, plain.url, plain.body, plain.signal.aborted, await plain.clone().text()]).toEqual([
      'GET',
      'http://a.test/',
      null,
      false,
      '',
    ]);
    for (const faulty of [
      () => new Ask('/b'),
      () => new Ask('http://a.test', { body: 'a' }),
      () => new Ask('http://a.test', { method: 'TRACE' }),
      () => new Ask('http://a.test', { method: 'a b' }),
    ])
      expect(await resultOf(faulty)).toBe('TypeError');
  });

  test('forms are sent and read', async () => {
    const form = new Form();
    form.append('a', 'one\ntwo');
    form.append('a', 'three');
    form.append('gone', '1');
    form.set('b "c"', 'ü');
    form.set('a', 'four');
    form.delete('gone');
    form.append('file', new File(['bytes'], 'n"a.txt', { type: 'x/y' }));
    form.append('blob', new Blob(['raw']));
    expect([form.getAll('a'), form.has('gone'), form.get('none'), [...form.keys()]]).toEqual([
      ['four'],
      false,
      null,
      ['a', 'b "c"', 'file', 'blob'],
    ]);
    form.append('a', 'five\nsix');
    const read = await new Reply(form).formData();
    const file = read.get('file') as File;
    const entries = [...read].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]);
    expect(entries).toEqual([
      ['a', 'four'],
      ['b "c"', 'ü'],
      ['file', 'n"a.txt'],
      ['blob', 'blob'],
      ['a', 'five\r\nsix'],
    ]);
    expect([file.type, await file.text()]).toEqual(['x/y', 'bytes']);
    expect(await resultOf(() => new Reply('a', { headers: { 'content-type': 'a/b' } }).formData())).toBe(
      'TypeError',
    );
  });
});
