import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What the next requests meet: an answer, one that comes late, a refusal, nothing, a cut connection, half of a file. */
export type Mood = 'answer' | 'slow' | 'refuse' | 'hang' | 'drop' | 'half';

interface Upload {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

export interface S3Server {
  readonly port: number;
  /** S3_URL of this server. */
  url(change?: { key?: string; bucket?: string; secret?: string }): string;
  readonly files: Map<string, Buffer>;
  /** Files that are sent in parts and not finished, by the id of the upload. */
  readonly uploads: Map<string, Upload>;
  /** Method and path of every request that was signed as it should be. */
  readonly requests: string[];
  /** Without a number: for all requests from now on. */
  be(mood: Mood, requests?: number): void;
  stop(): Promise<void>;
}

const SIGNATURE =
  /^AWS4-HMAC-SHA256 Credential=(?<key>\w+)\/(?<day>\d{8})\/(?<region>[a-z0-9-]+)\/s3\/aws4_request, SignedHeaders=(?<headers>[a-z0-9;-]+), Signature=[0-9a-f]{64}$/;
const SLOW_MS = 2000;
/** Small, so that a few files are several pages. */
const PAGE = 3;

/** An object store with one bucket, "school", for the key "test" in the region "eu-north-1". */
export async function startS3Server(): Promise<S3Server> {
  const files = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  const requests: string[] = [];
  let mood: Mood = 'answer';
  let left = Number.POSITIVE_INFINITY;
  const nextMood = (): Mood => {
    const now = left > 0 ? mood : 'answer';
    left -= 1;
    return now;
  };
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const now = nextMood();
    if (now === 'hang') return;
    if (now === 'slow') await wait(SLOW_MS);
    if (now === 'drop') return void request.socket.destroy();
    if (now === 'refuse') return void fail(response, 503, 'SlowDown');
    if (!isSigned(request)) return void fail(response, 403, 'SignatureDoesNotMatch');
    requests.push(`${request.method} ${request.url}`);
    if (answerParts({ files, uploads }, request, response, body)) return;
    answer(files, request, response, { body, isHalf: now === 'half' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    files,
    uploads,
    requests,
    url: ({ bucket = 'school', key = 'test', secret = 'sec%2Fret' } = {}) =>
      `s3://${key}:${secret}@127.0.0.1:${port}/${bucket}?region=eu-north-1&tls=off`,
    be: (next, count = Number.POSITIVE_INFINITY) => {
      mood = next;
      left = count;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The form of the signature, and whose it is; what is signed must include the host, the time and the body. */
function isSigned({ headers }: IncomingMessage): boolean {
  const {
    day,
    headers: signed = '',
    key,
    region,
  } = SIGNATURE.exec(headers.authorization ?? '')?.groups ?? {};
  const time = String(headers['x-amz-date'] ?? '');
  const covered = ['host', 'x-amz-date', 'x-amz-content-sha256'];
  return (
    key === 'test' &&
    region === 'eu-north-1' &&
    /^\d{8}T\d{6}Z$/.test(time) &&
    time.slice(0, 8) === day &&
    covered.every((name) => headers[name] !== undefined && signed.split(';').includes(name))
  );
}

function answer(
  files: Map<string, Buffer>,
  request: IncomingMessage,
  response: ServerResponse,
  { body, isHalf }: { body: Buffer; isHalf: boolean },
): void {
  const url = new URL(request.url ?? '', 'http://s3');
  const [, bucket, ...rest] = url.pathname.split('/');
  const key = decodeURIComponent(rest.join('/'));
  if (bucket !== 'school') return void fail(response, 404, 'NoSuchBucket');
  if (request.method === 'HEAD' && key === '') return void response.end();
  if (request.method === 'PUT') {
    files.set(key, body);
    return void response.setHeader('etag', '"x"').end();
  }
  if (request.method === 'DELETE') {
    files.delete(key);
    return void response.writeHead(204).end();
  }
  if (key === '') return void list(files, url.searchParams, response);
  const file = files.get(key);
  if (file && request.method === 'HEAD')
    return void response.writeHead(200, { 'content-length': file.length }).end();
  if (!file) return void fail(response, 404, 'NoSuchKey');
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const part = start === undefined ? file : file.subarray(Number(start), Number(end) + 1);
  response.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length });
  if (!isHalf) return void response.end(part);
  response.write(part.subarray(0, part.length / 2), () => request.socket.destroy());
}

/** Uploads in parts; answers whether it was one. */
function answerParts(
  { files, uploads }: Pick<S3Server, 'files' | 'uploads'>,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): boolean {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
  const key = decodeURIComponent(pathname.split('/').slice(2).join('/'));
  const id = searchParams.get('uploadId');
  const upload = uploads.get(id ?? '');
  const say = (xml: string) =>
    void response.setHeader('content-type', 'application/xml').end(`<?xml version="1.0"?>${xml}`);
  if (request.method === 'POST' && searchParams.has('uploads')) {
    const fresh = `upload-${uploads.size + 1}-${request.headers['x-amz-date']}`;
    uploads.set(fresh, { key, parts: new Map() });
    say(`<InitiateMultipartUploadResult><UploadId>${fresh}</UploadId></InitiateMultipartUploadResult>`);
  } else if (request.method === 'GET' && searchParams.has('uploads')) {
    const prefix = searchParams.get('prefix') ?? '';
    const open = [...uploads].filter(([, each]) => each.key.startsWith(prefix));
    say(
      `<ListMultipartUploadsResult>${open
        .map(([UploadId, each]) => `<Upload><Key>${each.key}</Key><UploadId>${UploadId}</UploadId></Upload>`)
        .join('')}</ListMultipartUploadsResult>`,
    );
  } else if (id === null) return false;
  else if (!upload) fail(response, 404, 'NoSuchUpload');
  else if (request.method === 'PUT') {
    upload.parts.set(Number(searchParams.get('partNumber')), body);
    response.setHeader('etag', `"part-${searchParams.get('partNumber')}"`).end();
  } else if (request.method === 'DELETE') {
    uploads.delete(id);
    response.writeHead(204).end();
  } else {
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, n]) =>
      Number(n),
    );
    files.set(key, Buffer.concat(numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0))));
    uploads.delete(id);
    say('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  }
  return true;
}

function list(files: S3Server['files'], asked: URLSearchParams, response: ServerResponse): void {
  const after = asked.get('continuation-token');
  const keys = [...files.keys()].sort().filter((key) => key.startsWith(asked.get('prefix') ?? ''));
  const rest = keys.filter((key) => after === null || key > after);
  const page = rest.slice(0, PAGE);
  const isTruncated = rest.length > PAGE;
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  response
    .setHeader('content-type', 'application/xml')
    .end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${page
        .map((key) => `<Contents><Key>${key}</Key><Size>${files.get(key)?.length}</Size></Contents>`)
        .join('')}</ListBucketResult>`,
    );
}

function fail(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
