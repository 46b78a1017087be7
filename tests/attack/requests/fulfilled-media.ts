import { randomUUID } from 'node:crypto';
import type { World } from '../access/access-objects.ts';
import {
  libraryFiles,
  libraryVideos,
  REPLACEMENT,
  removedFiles,
  replaceableFiles,
} from '../kit/own-things.ts';

/** Inputs with which changes of the media library succeed. */
export const FULFILLED_MEDIA: Readonly<Record<string, (world: World) => Promise<Record<string, unknown>>>> = {
  'media.finishUpload': async (world) => ({ id: await arrivedUpload(world) }),
  'media.update': async (world) => ({ id: (await libraryFiles(world)).admin, alt: 'A river' }),
  'media.replace': async (world) => ({ id: (await replaceableFiles(world)).admin, by: REPLACEMENT }),
  'media.remakeSizes': async (world) => ({ id: (await libraryVideos(world)).admin }),
  'media.remove': async (world) => ({ id: (await libraryFiles(world)).admin }),
  'media.restore': async (world) => ({ id: (await removedFiles(world)).admin }),
};

/** An upload all of whose bytes have arrived. */
async function arrivedUpload(world: World): Promise<string> {
  const { db, storage } = world.school.services;
  const admin = world.school.people.get('admin');
  const userId = admin?.kind === 'member' ? admin.userId : '';
  const bytes = Buffer.from('%PDF-1.7 of nothing');
  const key = `content-${randomUUID()}.block`;
  await storage.put(key, bytes);
  const { id } = await db.kysely
    .insertInto('media_uploads')
    .values({
      owner_id: userId,
      name: 'plan.pdf',
      bytes: bytes.length,
      received: bytes.length,
      blocks: JSON.stringify([{ key, bytes: bytes.length }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
