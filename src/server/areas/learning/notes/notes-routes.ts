import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { saveBookmark } from '../save-bookmark.ts';
import { searchCourse } from '../search-course.ts';
import { exportNotes } from './export-notes.ts';
import { listNotes } from './list-notes.ts';
import { saveNote } from './save-note.ts';

export function notesRoutes({ notes: os }: Implementer, services: Services): RoutesOf<'notes'> {
  return {
    list: os.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listNotes(reading, context.caller, input)),
    ),
    export: os.export.handler(({ context, input }) =>
      fromReplica(services, (reading) => exportNotes(reading, context.caller, input, context)),
    ),
    save: os.save.handler(({ context, input }) => saveNote(services, context.caller, input)),
    saveBookmark: os.saveBookmark.handler(({ context, input }) =>
      saveBookmark(services, context.caller, input),
    ),
    search: os.search.handler(({ context, input }) =>
      fromReplica(services, (reading) => searchCourse(reading, context.caller, input)),
    ),
  };
}
