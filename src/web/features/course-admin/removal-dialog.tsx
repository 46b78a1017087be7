import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Agreed } from '#web/ui/use-held.ts';
import { impactQuery } from './queries.ts';
import { TypedConfirm } from './typed-confirm.tsx';

/** What is about to be deleted: a course, or one of its sections. */
export interface Removal {
  /** Null where no learner can have met it: of what is not saved yet. */
  readonly courseId: string | null;
  readonly sectionId?: string;
  readonly title: string;
}

interface RemovalDialogProps {
  /** Null: closed. */
  removal: Removal | null;
  /** The words of the specification. */
  text: ReactNode;
  confirm?: string;
  onCancel: () => void;
  onConfirm: Agreed;
}

/** Asks before a course or a section is deleted: what hangs on it, and its title where learners have something to lose. */
export function RemovalDialog({ removal, onCancel, ...rest }: RemovalDialogProps) {
  return (
    <Dialog open={removal !== null} onClose={onCancel} title={m.ui_confirm_title()}>
      {removal && (
        <Question
          key={removal.sectionId ?? removal.courseId ?? removal.title}
          removal={removal}
          onCancel={onCancel}
          {...rest}
        />
      )}
    </Dialog>
  );
}

const NOTHING = { learners: 0, attempts: 0, marks: 0 };

type QuestionProps = RemovalDialogProps & { removal: Removal };

function Question({ confirm, removal, ...rest }: QuestionProps) {
  const { courseId, sectionId } = removal;
  const { data, error } = useQuery(impactQuery(useApi(), { courseId, sectionId }));
  return (
    <TypedConfirm
      {...rest}
      impact={courseId === null ? NOTHING : data}
      failed={error !== null}
      title={removal.title}
      note={courseId === null ? null : m.admin_removal_trash()}
      confirm={confirm ?? m.ui_delete()}
    />
  );
}
