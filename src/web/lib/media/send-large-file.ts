import type { DetailedError, HttpResponse } from 'tus-js-client';
import { PAGE_USER_HEADER } from '#contract/page-user';
import { PIECE_BYTES } from '#domain/media/limits';
import { errorOfReply } from '../api/api-client.ts';

const ENDPOINT = '/api/admin/media/uploads';
/** Between attempts of one piece, in ms; they start again with each piece that arrives. */
const RETRY_DELAYS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 60_000];
/** The server knows the upload no more, which it says by these. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

export interface LargeUpload {
  pause(): void;
  resume(): void;
  /** Ends it; what has arrived is given up. */
  cancel(): void;
  /** Ends it here; sent again, the same file continues. */
  leave(): void;
  /**
   * The id under which all of it has arrived. Fails with ApiError where the server refused it, else with
   * TypeError.
   */
  readonly sent: Promise<string>;
  /** For when it has become what it was sent for: until then the same file is not sent a second time. Never fails. */
  forget(): Promise<void>;
}

/**
 * Sends a file in pieces. One that was started before, also before the page was loaded again, continues where it stopped.
 * `onShare` hears how much has arrived, from 0 to 1.
 */
export async function sendLargeFile(
  file: File,
  owner: string | null,
  onShare: (share: number) => void,
): Promise<LargeUpload> {
  const { DetailedError, Upload } = await import('tus-js-client');
  const { promise: sent, reject, resolve } = Promise.withResolvers<string>();
  let halted: 'paused' | 'left' | 'canceled' | null = null;
  // Before the server has said where it goes, nothing stops: its room is kept by then, and nobody would know by what address.
  const halt = () => {
    if (upload.url !== null) upload.abort(halted === 'canceled').catch(() => undefined);
  };
  const upload = new Upload(file, {
    endpoint: ENDPOINT,
    chunkSize: PIECE_BYTES,
    // What another person of this browser began is not theirs to continue.
    fingerprint: async ({ lastModified, name, size, type }: File) =>
      ['lectern', owner, name, type, size, lastModified].join('-'),
    metadata: { filename: file.name },
    ...(owner !== null && { headers: { [PAGE_USER_HEADER]: owner } }),
    retryDelays: RETRY_DELAYS,
    onProgress: (bytes, total) => onShare(total > 0 ? bytes / total : 0),
    onUploadUrlAvailable: () => {
      if (halted) halt();
    },
    onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    // tus would begin anew whenever it isn't told how much has arrived, and give up what has.
    onAfterResponse: (request, reply) => {
      if (request.getMethod() === 'HEAD' && isRefused(reply)) throw new RefusedHead(reply);
    },
    onError: (error) => {
      const reply = error instanceof DetailedError ? replyOf(error) : null;
      if (!reply) return reject(new TypeError('the connection was lost'));
      return reject(errorOfReply(reply.getStatus(), bodyOf(reply), `POST ${ENDPOINT}`));
    },
    // A connection that is gone comes back; a refusal does not become another one.
    onShouldRetry: (error) => {
      // What nobody waits for any more need not be begun.
      if (upload.url === null && (halted === 'left' || halted === 'canceled')) return false;
      const status = replyOf(error)?.getStatus() ?? 0;
      return status === 0 || status >= 500 || status === 409 || status === 429;
    },
  });
  const [before] = await upload.findPreviousUploads();
  if (before) upload.resumeFromPreviousUpload(before);
  upload.start();
  const end = (how: 'left' | 'canceled') => {
    halted = how;
    halt();
    reject(new DOMException('canceled', 'AbortError'));
  };
  return {
    pause: () => {
      halted = 'paused';
      halt();
    },
    resume: () => {
      halted = null;
      if (upload.url !== null) upload.start();
    },
    cancel: () => end('canceled'),
    leave: () => end('left'),
    sent,
    forget: async () => {
      const { urlStorage } = upload.options;
      // The server knows it no more; a browser that still does begins anew all the same.
      const known = await upload.findPreviousUploads().catch(() => []);
      for (const { uploadUrl, urlStorageKey } of known)
        if (uploadUrl === upload.url) await urlStorage?.removeUpload(urlStorageKey).catch(() => undefined);
    },
  };
}

/** Whether a reply leaves open how much has arrived. */
function isRefused(reply: HttpResponse): boolean {
  const status = reply.getStatus();
  return (status < 200 || status >= 300) && !GONE.has(status);
}

class RefusedHead extends Error {
  readonly reply: HttpResponse;

  constructor(reply: HttpResponse) {
    super(`HEAD was answered with ${reply.getStatus()}`);
    this.reply = reply;
  }
}

function replyOf({ causingError, originalResponse }: DetailedError): HttpResponse | null {
  return causingError instanceof RefusedHead ? causingError.reply : originalResponse;
}

function bodyOf(reply: HttpResponse): unknown {
  try {
    return JSON.parse(reply.getBody());
  } catch {
    // A reply to HEAD has none.
    return reply.getStatus() === 401 ? { code: 'SIGN_IN_REQUIRED' } : undefined;
  }
}
