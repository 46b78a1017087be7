import { useRef, useState } from 'react';
import type { User } from '#contract/accounts/accounts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Avatar } from '#web/ui/badges/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { useKeepUser } from '../use-keep-user.ts';
import classes from './profile.module.css';

const MAX_BYTES = 2 * 1024 * 1024;
const PICTURES = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

/** The own picture: choose another one, or go back to the initials. */
export function AvatarChooser({ user }: { user: User }) {
  const api = useApi();
  const keepUser = useKeepUser();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<User>, done: string) => {
    setBusy(true);
    setFault(null);
    try {
      keepUser(await work());
      toast({ title: done });
    } catch (error) {
      const field = error instanceof ApiError ? error.fields.file : undefined;
      if (field) setFault(field);
      else toastFailure(error);
    } finally {
      setBusy(false);
      if (input.current) input.current.value = '';
    }
  };
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_BYTES) setFault(m.profile_avatar_too_large());
    else run(() => api.accounts.setAvatar({ file }), m.profile_avatar_changed());
  };
  return (
    <div className={classes.avatar}>
      <Avatar name={user.name} src={user.avatar} size={88} />
      <div>
        <div className={classes.row}>
          <Button variant="secondary" busy={busy} onClick={() => input.current?.click()}>
            {busy ? m.auth_saving() : m.profile_avatar_change()}
          </Button>
          {user.avatar && (
            <Button
              variant="quiet"
              busy={busy}
              onClick={() => run(() => api.accounts.removeAvatar(), m.profile_avatar_removed())}
            >
              {m.profile_avatar_remove()}
            </Button>
          )}
        </div>
        <p className={classes.hint}>{m.profile_avatar_help()}</p>
        {fault && (
          <p className={classes.fault} role="alert">
            {fault}
          </p>
        )}
        <input
          ref={input}
          className="sr-only"
          type="file"
          accept={PICTURES}
          aria-label={m.profile_avatar_change()}
          tabIndex={-1}
          onChange={(event) => choose(event.target.files?.[0])}
        />
      </div>
    </div>
  );
}
