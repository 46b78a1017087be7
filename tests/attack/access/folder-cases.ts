import { randomUUID } from 'node:crypto';
import { type AccessCase, idOf, type World } from './access-objects.ts';

const NONE = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
const noImport: AccessCase = {
  input: () => ({ id: NONE }),
  own: 'FOLDER_IMPORT_NOT_FOUND',
  foreign: 'FOLDER_IMPORT_NOT_FOUND',
  unknown: 'FOLDER_IMPORT_NOT_FOUND',
  deleted: 'never',
};

/** What callers are answered about course folders. */
export const FOLDER_CASES: Readonly<Record<string, AccessCase>> = {
  'folders.export': { input: idOf, own: 'ok', foreign: 'ok', unknown: 'COURSE_NOT_FOUND' },
  'folders.check': { input: () => ({ upload: NONE }), own: 'MEDIA_NOT_FOUND' },
  'folders.import': noImport,
  'folders.discard': noImport,
};

/** Inputs with which a check and an import begin, and one is closed; no process works on them here. */
export const FULFILLED_FOLDERS = {
  'folders.check': async (world: World) => ({ upload: await upload(world) }),
  'folders.import': async (world: World) => ({ id: await checked(world) }),
  'folders.discard': async (world: World) => ({ id: await checked(world) }),
};

async function upload({ school }: World): Promise<string> {
  const bytes = 22;
  const { id } = await school.services.db.kysely
    .insertInto('media_uploads')
    .values({
      owner_id: adminOf(school),
      name: 'courses.zip',
      bytes,
      received: bytes,
      blocks: JSON.stringify([{ key: `content-${randomUUID()}.block`, bytes }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function checked(world: World): Promise<string> {
  const id = await upload(world);
  const { clock, db } = world.school.services;
  const row = { owner_id: adminOf(world.school), upload_id: id, name: 'courses.zip', state: 'checked' };
  const now = clock.now();
  await db.kysely
    .insertInto('folder_imports')
    .values({ ...row, ip_address: '', request_id: '', started_at: now, touched_at: now })
    .execute();
  return id;
}

function adminOf(school: World['school']): string {
  const admin = school.people.get('admin');
  return admin?.kind === 'member' ? admin.userId : '';
}
