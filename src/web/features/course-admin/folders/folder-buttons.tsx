import { lazy, Suspense, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { ALL_FOLDERS_FILE } from './folder-queries.ts';

const ImportDialog = lazy(() =>
  import('./import-dialog.tsx').then((loaded) => ({ default: loaded.ImportDialog })),
);

/** What is done with all course folders together. */
export function FolderButtons() {
  const [imports, setImports] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setImports(true)}>
        {m.folders_import()}
      </Button>
      <a {...buttonLook({ variant: 'secondary' })} href={ALL_FOLDERS_FILE} download>
        {m.folders_export_all()}
      </a>
      {imports && (
        <Suspense>
          <ImportDialog onClose={() => setImports(false)} />
        </Suspense>
      )}
    </>
  );
}
