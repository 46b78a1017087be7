import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Api } from '#web/lib/api/api-client.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from './notifications.module.css';

function consentQuery(api: Api) {
  return queryOptions({
    queryKey: ['notifications', 'marketing'],
    queryFn: ({ signal }) => api.announcements.consent(undefined, { signal }),
    staleTime: 0,
  });
}

/** Whether one agrees to marketing emails: off unless turned on, kept with its time, saved at once. */
export function MarketingConsent() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(consentQuery(api));
  const [isBusy, setBusy] = useState(false);
  if (error && !data) return <ErrorState error={error} heading="h2" />;
  if (!data) return <LoadingState inline />;
  const save = async (agreed: boolean) => {
    setBusy(true);
    try {
      const saved = await api.announcements.saveConsent({ agreed });
      queryClient.setQueryData(consentQuery(api).queryKey, saved);
      toast({ title: agreed ? m.announcements_consent_on() : m.announcements_consent_off() });
    } catch (error) {
      toastFailure(error, { title: m.announcements_consent_failed() });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={classes.block} aria-labelledby="marketing">
      <h2 id="marketing">{m.announcements_consent_title()}</h2>
      <p id="marketing-text">{m.announcements_consent_text()}</p>
      <label className={classes.digest}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={data.since !== null}
          aria-describedby="marketing-text"
          aria-disabled={isBusy}
          checked={data.since !== null}
          onChange={(event) => isBusy || save(event.target.checked)}
        />
        {m.announcements_consent()}
      </label>
      {data.since && <p>{m.announcements_consent_since({ date: formatDate(data.since) })}</p>}
    </section>
  );
}
