import { useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import { UnsavedDialog } from './unsaved-dialog.tsx';

interface DuplicateSectionProps {
  /** Whether the section in the form is as it is saved, or is saved with the whole form. */
  canCopy: boolean;
  duplicate: () => Promise<void>;
}

/** The button that puts a copy of a section behind it. */
export function DuplicateSection({ canCopy, duplicate }: DuplicateSectionProps) {
  const [isRefused, setRefused] = useState(false);
  const { busy, run } = useHeld(duplicate);
  return (
    <>
      <Button variant="quiet" size="sm" busy={busy} onClick={canCopy ? run : () => setRefused(true)}>
        {m.admin_section_duplicate()}
      </Button>
      <UnsavedDialog
        open={isRefused}
        title={m.admin_section_duplicate()}
        text={m.admin_section_duplicate_unsaved()}
        onClose={() => setRefused(false)}
      />
    </>
  );
}
