import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  NotFound,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { readBackupName } from '#domain/backups/backup-name';
import { openS3Client } from '#server/platform/storage-s3';
import type { S3Settings } from '#server/s3-url';
import type { ArchiveTarget } from '../archive-file.ts';
import { BackupError } from '../backup-error.ts';
import { type BackupPlace, sortBackups } from './backup-place.ts';
import { partsOf } from './parts-of.ts';

/** One call with all its attempts, also one that carries a part over a slow line. */
const CALL_MS = 10 * 60_000;
const within = () => ({ abortSignal: AbortSignal.timeout(CALL_MS) });

/** A folder of a bucket. A backup goes there in parts, and appears when the last one is there. */
export function bucketPlace(settings: S3Settings): BackupPlace {
  const client = openS3Client(settings, CALL_MS);
  const { bucket: Bucket, prefix } = settings;
  const at = (name: string) => ({ Bucket, Key: `${prefix}${name}` });
  return {
    address: `s3://${Bucket}/${prefix}`,
    async list() {
      const files: { name: string; bytes: number }[] = [];
      let page: ListObjectsV2CommandOutput | undefined;
      do {
        const ContinuationToken = page?.NextContinuationToken;
        const command = new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken });
        page = await client.send(command, within());
        for (const { Key = '', Size = 0 } of page.Contents ?? [])
          files.push({ name: Key.slice(prefix.length), bytes: Size });
      } while (page.IsTruncated);
      return sortBackups(files);
    },
    target: (name) => multipartTarget(client, at(name)),
    source: (name) => ({
      name: `s3://${Bucket}/${prefix}${name}`,
      async *read() {
        const { Body } = await client.send(new GetObjectCommand(at(name)));
        yield* Body as AsyncIterable<Uint8Array>;
      },
    }),
    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)), within());
    },
    async removeUnfinished() {
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }),
        within(),
      );
      for (const { Key = '', UploadId } of Uploads)
        if (readBackupName(Key.slice(prefix.length)))
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), within());
    },
  };
}

function multipartTarget(
  client: S3Client,
  at: { readonly Bucket: string; readonly Key: string },
): ArchiveTarget {
  let UploadId: string | undefined;
  const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
  return {
    async prepare() {
      if (await exists(client, at)) throw new BackupError(`${at.Key} already exists in the bucket.`);
      ({ UploadId } = await client.send(new CreateMultipartUploadCommand(at), within()));
    },
    async write(bytes) {
      for await (const Body of partsOf(bytes)) {
        const PartNumber = Parts.length + 1;
        const command = new UploadPartCommand({ ...at, UploadId, PartNumber, Body });
        const { ETag } = await client.send(command, within());
        Parts.push({ PartNumber, ETag });
      }
    },
    async finish() {
      const command = new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } });
      await client.send(command, within());
    },
    async abandon() {
      if (UploadId !== undefined)
        await client.send(new AbortMultipartUploadCommand({ ...at, UploadId }), within());
    },
  };
}

async function exists(client: S3Client, at: { readonly Bucket: string; readonly Key: string }) {
  try {
    await client.send(new HeadObjectCommand(at), within());
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}
