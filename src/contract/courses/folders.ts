import { z } from 'zod';
import { FOLDER_IMPORT_STATES, FOLDER_OUTCOMES } from '#domain/courses/folder-import';
import { isoTime } from '../paging.ts';
import { adminProcedure, failures, sentFile } from '../procedure.ts';

const importItem = z.object({
  kind: z.enum(['course', 'bank']),
  slug: z.string(),
  outcome: z.enum(FOLDER_OUTCOMES),
  /** In what the school and the file differ. */
  changes: z.array(z.string()),
  /** What is left out or shown as plain text, each with its file and line. */
  warnings: z.array(z.string()),
});
export type FolderImportItem = z.infer<typeof importItem>;

const folderImport = z.object({
  id: z.uuid(),
  name: z.string(),
  state: z.enum(FOLDER_IMPORT_STATES),
  /** Of its courses. */
  done: z.int(),
  total: z.int(),
  /** Whether it failed in the middle: what `items` lists was imported, or the server was restarted meanwhile. */
  isPartial: z.boolean(),
  /** Why it failed, each with its file and line. */
  faults: z.array(z.string()),
  items: z.array(importItem),
  startedAt: isoTime,
});
export type FolderImport = z.infer<typeof folderImport>;

const byId = z.object({ id: z.uuid() });

export const folders = {
  export: adminProcedure
    .meta({ scope: 'admin:content:read', limitPerMinute: 20 })
    .route({
      method: 'GET',
      path: '/admin/courses/{id}/folder.zip',
      summary: 'Export a course or post as a folder that can be imported again',
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(byId)
    .output(sentFile),
  exportAll: adminProcedure
    .meta({ scope: 'admin:content:read', limitPerMinute: 5 })
    .route({
      method: 'GET',
      path: '/admin/folders.zip',
      summary: 'Export all courses, posts, and question banks as folders',
    })
    .output(sentFile),
  getImport: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/folder-import',
      summary: "Get the import that you started last, and how far it is; null when there isn't one",
    })
    .output(z.object({ import: folderImport.nullable() })),
  /** Its bytes come before, in pieces, by the protocol of tus.io at /api/admin/media/uploads. */
  check: adminProcedure
    .meta({ scope: 'admin:content:write', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/admin/folder-import',
      summary: 'Check an uploaded ZIP file of course folders; nothing is imported yet',
    })
    .errors(failures('MEDIA_NOT_FOUND', 'UPLOAD_MOVED', 'BODY_TOO_LARGE', 'FOLDER_IMPORT_RUNNING'))
    .input(z.object({ upload: z.uuid() }))
    .output(folderImport),
  import: adminProcedure
    .meta({ scope: 'admin:content:write', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/admin/folder-import/{id}/start',
      summary: 'Import the course folders that were checked',
    })
    .errors(failures('FOLDER_IMPORT_NOT_FOUND', 'FOLDER_IMPORT_RUNNING'))
    .input(
      byId.extend({
        /** Whether it also replaces what was edited here since the last import. */
        force: z.boolean().default(false),
      }),
    )
    .output(folderImport),
  discard: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'DELETE',
      path: '/admin/folder-import/{id}',
      summary: 'Close an import and delete its file',
    })
    .errors(failures('FOLDER_IMPORT_NOT_FOUND', 'FOLDER_IMPORT_RUNNING'))
    .input(byId)
    .output(byId),
};
