import { useState } from 'react';
import type { Comment } from '#contract/courses/comments';
import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Menu, MenuItem } from '#web/ui/dialogs/menu.tsx';
import classes from './comment-item.module.css';
import { ReportDialog } from './report-dialog.tsx';
import type { Changing } from './use-changing.ts';

interface CommentActionsProps {
  comment: Comment;
  /** Who wrote it, for screen readers. */
  name: string;
  changing: Changing;
  onEdit: () => void;
  onReply: (() => void) | undefined;
}

/** Reply at hand, everything else in a menu; only what this reader may do. */
export function CommentActions({ changing, comment, name, onEdit, onReply }: CommentActionsProps) {
  const user = useUser();
  const [asked, setAsked] = useState<'delete' | 'report' | null>(null);
  if (!user) return null;
  const isAdmin = user.role === 'admin';
  const { own, state } = comment;
  const isActive = state === 'active';
  const may = {
    edit: own && isActive,
    remove: own || isAdmin,
    hide: isAdmin && isActive,
    unhide: isAdmin && state === 'hidden',
    report: !own && isActive,
  };
  return (
    <div className={classes.actions}>
      {onReply && (
        <Button variant="quiet" size="sm" onClick={onReply} aria-label={m.comments_reply_to({ name })}>
          {m.comments_reply()}
        </Button>
      )}
      {Object.values(may).some(Boolean) && (
        <Menu label={m.comments_actions({ name })} button={<Dots />} buttonClassName={classes.menu}>
          {may.edit && <MenuItem onClick={onEdit}>{m.comments_edit()}</MenuItem>}
          {may.report && <MenuItem onClick={() => setAsked('report')}>{m.comments_report()}</MenuItem>}
          {may.hide && <MenuItem onClick={changing.hide}>{m.comments_hide()}</MenuItem>}
          {may.unhide && <MenuItem onClick={changing.unhide}>{m.comments_unhide()}</MenuItem>}
          {may.remove && (
            <MenuItem danger onClick={() => setAsked('delete')}>
              {m.ui_delete()}
            </MenuItem>
          )}
        </Menu>
      )}
      <ConfirmDialog
        open={asked === 'delete'}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          return changing.remove();
        }}
        text={m.comments_delete_text()}
      />
      {asked === 'report' && <ReportDialog id={comment.id} onClose={() => setAsked(null)} />}
    </div>
  );
}

function Dots() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" fill="currentColor" aria-hidden="true">
      <circle cx="4" cy="9" r="1.5" />
      <circle cx="9" cy="9" r="1.5" />
      <circle cx="14" cy="9" r="1.5" />
    </svg>
  );
}
