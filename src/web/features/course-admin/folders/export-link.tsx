import { m } from '#web/lib/messages.ts';
import { buttonLook } from '#web/ui/button.tsx';
import { folderFile } from './folder-queries.ts';

/** Downloads what is saved of a course or post as a folder. */
export function ExportLink({ id }: { id: string }) {
  return (
    <a {...buttonLook({ variant: 'secondary' })} href={folderFile(id)} download>
      {m.folders_export()}
    </a>
  );
}
