import { MAX_IMPORT_BYTES } from '#contract/questions/import-form';
import type { Viewer } from '#domain/access/viewer';
import { MAX_FILE_MEGABYTES } from '#domain/media/limits';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';

/** Visitors send short forms only: however many they open at once, they hold little memory. */
const VISITOR_BYTES = 100_000;
const JSON_BYTES = 1_000_000;
/** What a form around a file adds to it. */
const FORM_BYTES = 100_000;

interface Upload {
  readonly bytes: number;
  /** Refuses a large body that would be in vain, by what its address says. */
  readonly check?: (services: Services, caller: Caller, pathname: string) => Promise<void>;
}

/** The procedures that take a file, by name. */
const UPLOADS: Readonly<Record<string, Upload>> = {
  'accounts.setAvatar': { bytes: 3_000_000 },
  'banks.checkImport': { bytes: MAX_IMPORT_BYTES + FORM_BYTES },
  'banks.import': { bytes: MAX_IMPORT_BYTES + FORM_BYTES },
  'media.upload': { bytes: MAX_FILE_MEGABYTES * 1024 * 1024 + FORM_BYTES },
  'settings.uploadLogo': { bytes: 3_000_000 },
  // What a question allows is decided there.
  'exams.upload': {
    bytes: 10_000_000 + FORM_BYTES,
    check: async (services, caller, pathname) => {
      const { requireOpenAttempt } = await import('#server/areas/exams/attempts/require-open-attempt');
      await requireOpenAttempt(services, caller, { id: pathname.split('/')[3] ?? '' });
    },
  },
};

/** How large the body of a call may be. Fails with BODY_TOO_LARGE for one that says it is larger. */
export function bodyLimit({ headers }: Request, viewer: Viewer, procedure: string): number {
  const isUpload = /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '');
  const upload = isUpload ? UPLOADS[procedure] : undefined;
  const limit = viewer.kind === 'visitor' ? VISITOR_BYTES : (upload?.bytes ?? JSON_BYTES);
  if (Number(headers.get('content-length') ?? 0) > limit) throw new Failure('BODY_TOO_LARGE');
  return limit;
}

/** Refuses a large body before it is read where its address says already that it cannot be taken. */
export async function checkUpload(
  services: Services,
  caller: Caller,
  { name, pathname }: { name: string; pathname: string },
): Promise<void> {
  await UPLOADS[name]?.check?.(services, caller, pathname);
}
