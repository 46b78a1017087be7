import { Readable } from 'node:stream';
import { boundaryOf } from '../bodies/boundary-of.ts';
import { LightForm } from './light-form.ts';
import { LightHeaders } from './light-headers.ts';
import { nativeResponse } from './native-response.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Stream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** What a request or a reply carries. */
interface Content {
  readonly bytes: Bytes | null;
  readonly stream: Stream | null;
  readonly type: string | null;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const NOTHING: Content = { bytes: null, stream: null, type: null };

/** What Request and Response have in common: a body that is read once. */
export class LightBody {
  readonly headers: LightHeaders;
  #bytes: Bytes | null;
  #stream: Stream | null;
  #isUsed = false;

  constructor(body: unknown, headers: ConstructorParameters<typeof LightHeaders>[0]) {
    this.headers = new LightHeaders(headers);
    const { bytes, stream, type } = contentOf(body);
    this.#bytes = bytes;
    this.#stream = stream;
    if (type !== null && !this.headers.has('content-type')) this.headers.set('content-type', type);
  }

  get body(): Stream | null {
    if (this.#bytes !== null) {
      this.#stream = this.#isUsed ? new Blob([]).stream() : streamOf(this.#bytes);
      this.#bytes = null;
    }
    return this.#stream;
  }

  get bodyUsed(): boolean {
    return this.#isUsed || (this.#stream !== null && isDisturbed(this.#stream));
  }

  async text(): Promise<string> {
    return decoder.decode(await this.bytes());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteLength, byteOffset } = await this.bytes();
    return buffer.slice(byteOffset, byteOffset + byteLength);
  }

  async blob(): Promise<Blob> {
    return new Blob([await this.bytes()], { type: this.headers.get('content-type') ?? '' });
  }

  async bytes(): Promise<Bytes> {
    if (this.bodyUsed || this.#stream?.locked) throw new TypeError('Body is unusable');
    if (this.#bytes === null && this.#stream === null) return new Uint8Array();
    this.#isUsed = true;
    return this.#bytes ?? readAll(this.#stream);
  }

  /** Forms are rare, and taking one apart is the work of the library. */
  async formData(): Promise<LightForm> {
    const bytes = await this.bytes();
    const type = this.headers.get('content-type') ?? '';
    const boundary = boundaryOf(type);
    // Parsed with the boundary by which the parts were counted, whatever else the header says.
    const plain = boundary === null ? type : `multipart/form-data; boundary="${boundary}"`;
    const Native = await nativeResponse();
    const read = await new Native(bytes, { headers: plain ? { 'content-type': plain } : {} }).formData();
    const form = new LightForm();
    for (const [name, value] of read) form.append(name, value);
    return form;
  }

  /** The body for somebody else, so that both can be read. */
  protected share(): Bytes | Stream | null {
    if (this.bodyUsed || this.#stream?.locked) throw new TypeError('Body is unusable');
    if (this.#stream === null) return this.#bytes;
    const [mine, other] = this.#stream.tee();
    this.#stream = mine;
    return other;
  }
}

function contentOf(body: unknown): Content {
  if (body === null || body === undefined) return NOTHING;
  if (body instanceof ReadableStream) {
    if (body.locked) throw new TypeError('The stream is locked');
    return { ...NOTHING, stream: body };
  }
  if (body instanceof ArrayBuffer) return { ...NOTHING, bytes: new Uint8Array(body) };
  if (ArrayBuffer.isView(body))
    return {
      ...NOTHING,
      bytes: new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength),
    };
  if (body instanceof LightForm) return contentOf(body.encode());
  if (body instanceof Blob) return { ...NOTHING, stream: body.stream(), type: body.type || null };
  if (body instanceof URLSearchParams)
    return {
      ...NOTHING,
      bytes: encoder.encode(body.toString()),
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
    };
  return { ...NOTHING, bytes: encoder.encode(`${body}`), type: 'text/plain;charset=UTF-8' };
}

function streamOf(bytes: Bytes): Stream {
  return new ReadableStream({
    start(controller) {
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

async function readAll(stream: Stream | null): Promise<Bytes> {
  const parts: Bytes[] = [];
  for await (const part of stream ?? []) {
    if (!(part instanceof Uint8Array)) throw new TypeError('A body is made of bytes');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function isDisturbed(stream: Stream): boolean {
  return Readable.isDisturbed(stream as unknown as Readable);
}
