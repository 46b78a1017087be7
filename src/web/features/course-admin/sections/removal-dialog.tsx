import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import type { Agreed } from '#web/ui/use-held.ts';
import { impactQuery, type Removal } from '../queries.ts';
import { TypedConfirm } from './typed-confirm.tsx';

interface RemovalDialogProps {
  /** Null: closed. */
  removal: Removal | null;
  /** The words of the specification. */
  text: ReactNode;
  confirm?: string;
  /** How to get it back, unless from the trash. */
  note?: string;
  onCancel: () => void;
  onConfirm: Agreed;
}

/** Asks before a course, a section or a question is deleted: what hangs on it, and its title where learners have something to lose. */
export function RemovalDialog({ removal, onCancel, ...rest }: RemovalDialogProps) {
  return (
    <Dialog open={removal !== null} onClose={onCancel} title={m.ui_confirm_title()}>
      {removal && (
        <Question
          key={removal.questionId ?? removal.sectionId ?? removal.courseId ?? removal.title}
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

function Question({ confirm, note, removal, ...rest }: QuestionProps) {
  const { courseId } = removal;
  const { data, error } = useQuery(impactQuery(useApi(), removal));
  return (
    <TypedConfirm
      {...rest}
      impact={courseId === null ? NOTHING : data}
      countedAt={data?.countedAt ?? null}
      failed={error !== null}
      title={removal.title}
      note={courseId === null ? null : (note ?? m.admin_removal_trash())}
      confirm={confirm ?? m.ui_delete()}
    />
  );
}
