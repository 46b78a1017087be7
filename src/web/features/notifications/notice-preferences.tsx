import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Preferences } from '#contract/notifications';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useSent } from '#web/lib/saving/use-sent.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { FollowedCategories } from './followed-categories.tsx';
import { MarketingConsent } from './marketing-consent.tsx';
import { kindWord } from './notice-words.ts';
import classes from './notifications.module.css';
import { changesOf, NO_EDITS, withEdits } from './preference-edits.ts';
import { preferencesQuery } from './queries.ts';

type Choice = Preferences['kinds'][number];

/** What one wants to hear, by inbox and by mail. */
export function NoticePreferences() {
  const { data, error } = useQuery(preferencesQuery(useApi()));
  if (error && !data) return <ErrorState error={error} heading="h2" />;
  if (!data) return <LoadingState inline />;
  return (
    <>
      <Choices preferences={data} />
      <FollowedCategories categories={data.categories} />
      <MarketingConsent />
    </>
  );
}

function Choices({ preferences }: { preferences: Preferences }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState(NO_EDITS);
  const { digest, kinds } = withEdits(preferences, edits);
  const [isSaving, setIsSaving] = useState(false);
  const changes = changesOf(preferences, edits);
  const { isSent, sending, settled } = useSent(() => edits);
  const change = (kind: Choice['kind'], changes: Partial<Choice>) =>
    setEdits((all) => ({ ...all, kinds: { ...all.kinds, [kind]: { ...all.kinds[kind], ...changes } } }));
  const save = async () => {
    setIsSaving(true);
    try {
      const saved = await sending(edits, () => api.notifications.savePreferences(changes));
      queryClient.setQueryData(preferencesQuery(api).queryKey, saved);
      // What was ticked while it was being saved is kept.
      setEdits((all) => (all === edits ? NO_EDITS : all));
      toast({ title: m.notices_saved(), description: m.notices_saved_text() });
    } catch (error) {
      toastFailure(error, { title: m.notices_save_failed() });
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <section className={classes.block} aria-labelledby="choices">
      <h2 id="choices">{m.notices_choose()}</h2>
      <p>{m.notices_choose_text()}</p>
      <table className={classes.choices}>
        <thead>
          <tr>
            <th scope="col">{m.notices_what()}</th>
            <th scope="col">{m.notices_in_app()}</th>
            <th scope="col">{m.notices_email()}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ email, inApp, kind }) => (
            <tr key={kind}>
              <th scope="row">{kindWord(kind)}</th>
              <td>
                <input
                  type="checkbox"
                  aria-label={m.notices_by({ kind: kindWord(kind), way: m.notices_in_app() })}
                  checked={inApp}
                  onChange={(event) => change(kind, { inApp: event.target.checked })}
                />
              </td>
              <td>
                <input
                  type="checkbox"
                  aria-label={m.notices_by({ kind: kindWord(kind), way: m.notices_email() })}
                  checked={email}
                  onChange={(event) => change(kind, { email: event.target.checked })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <label className={classes.digest}>
        <input
          type="checkbox"
          checked={digest}
          onChange={(event) => {
            const { checked } = event.target;
            setEdits((all) => ({ ...all, digest: checked }));
          }}
        />
        {m.notices_digest()}
      </label>
      <Button onClick={save} busy={isSaving}>
        {isSaving ? m.auth_saving() : m.notices_save()}
      </Button>
      <LeaveGuard
        dirty={() => changes.digest !== undefined || changes.kinds.length > 0}
        isSent={isSent}
        settled={settled}
      />
    </section>
  );
}
