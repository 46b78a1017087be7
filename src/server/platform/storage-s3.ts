import { addAbortSignal, type Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '#server/s3-url';
import { type Storage, StorageUnavailable } from './storage.ts';
import { isStorageKey, refuseOtherKeys } from './storage-key.ts';

const SILENT_MS = 120_000;

interface S3Options {
  /** How long one call may take with all its attempts. */
  readonly timeoutMs?: number;
}

/** Files in a bucket. A call that was dropped is tried again; one that hangs fails after `timeoutMs`. */
export function s3Storage(settings: S3Settings, { timeoutMs = 20_000 }: S3Options = {}): Storage {
  const client = openS3Client(settings, timeoutMs);
  const { bucket: Bucket } = settings;
  const within = () => ({ abortSignal: AbortSignal.timeout(timeoutMs) });
  return {
    async put(key, bytes) {
      refuseOtherKeys(key);
      await reach(() => client.send(new PutObjectCommand({ Bucket, Key: key, Body: bytes }), within()));
    },
    async get(key, range) {
      refuseOtherKeys(key);
      const limit = within();
      try {
        const Range = range && `bytes=${range.start}-${range.end}`;
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key, Range }), limit);
        return await readAll(Body as Readable, limit.abortSignal);
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw unavailable(error);
      }
    },
    async remove(key) {
      refuseOtherKeys(key);
      await reach(() => client.send(new DeleteObjectCommand({ Bucket, Key: key }), within()));
    },
    async *list() {
      let page: ListObjectsV2CommandOutput | undefined;
      do {
        const ContinuationToken = page?.NextContinuationToken;
        page = await reach(() =>
          client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }), within()),
        );
        for (const { Key } of page.Contents ?? []) if (Key && isStorageKey(Key)) yield Key;
      } while (page.IsTruncated);
    },
    // A bucket takes a file whole or not at all.
    removeUnfinished: async () => 0,
    async check(limitMs) {
      const abortSignal = AbortSignal.timeout(Math.min(limitMs, timeoutMs));
      await client.send(new HeadBucketCommand({ Bucket }), { abortSignal });
    },
  };
}

/** What fails at the network carries codes of the network, which must not be taken for those of the database. */
async function reach<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw unavailable(error);
  }
}

const unavailable = (error: unknown) =>
  new StorageUnavailable(error instanceof Error ? error.message || error.name : String(error), {
    cause: error,
  });

/** Asks for the bucket once; throws an Error that says what to do when it cannot be used. */
export async function checkBucket(
  settings: S3Settings,
  { setting = 'S3_URL', timeoutMs = 10_000 }: { readonly setting?: string; readonly timeoutMs?: number } = {},
): Promise<void> {
  const client = openS3Client(settings, timeoutMs);
  try {
    await client.send(new HeadBucketCommand({ Bucket: settings.bucket }), {
      abortSignal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    throw new Error(`${setting}: ${remedyFor(error, settings)}`, { cause: error });
  } finally {
    client.destroy();
  }
}

/** A client for a store of these settings; a connection that says nothing for that long is cut. */
export function openS3Client(
  { accessKeyId, endpoint, region, secretAccessKey }: S3Settings,
  timeoutMs: number,
): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Works with every store, also one without a name for each bucket.
    forcePathStyle: true,
    // Stores other than Amazon's refuse checksums that they do not know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: Math.min(5000, timeoutMs), socketTimeout: SILENT_MS },
  });
}

async function readAll(body: Readable, signal: AbortSignal): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of addAbortSignal(signal, body)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function remedyFor(error: unknown, { bucket, endpoint, region }: S3Settings): string {
  const status = statusOf(error);
  const where = `the bucket "${bucket}" at ${endpoint}`;
  if (status === 404) return `${where} doesn't exist. Create it first.`;
  if (status === 403)
    return `${where} rejected this key. Check the key and secret, and allow the key to list, read, write, and delete objects.`;
  if (status === 301 || status === 400)
    return `${where} isn't in region ${region}. Add ?region=… with the bucket's region.`;
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return `${where} isn't responding (${status ?? reason}). Check the URL, the firewall, and whether the store needs tls=off.`;
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return undefined;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode;
}
