import { useState } from 'react';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** Behind the link of a mail: asks, since opening a link changes nothing, then stops mails of that kind. */
export function UnsubscribePage({ token }: { token: string }) {
  const api = useApi();
  const [state, setState] = useState<'asking' | 'busy' | 'done' | 'gone'>('asking');
  const stop = async () => {
    setState('busy');
    try {
      await api.notifications.unsubscribe({ token });
      setState('done');
    } catch (error) {
      const isGone = ['LINK_EXPIRED', 'BAD_INPUT'].includes(failureCode(error) ?? '');
      if (!isGone) toastFailure(error);
      setState(isGone ? 'gone' : 'asking');
    }
  };
  const words = {
    asking: [m.notices_unsubscribe_title(), m.notices_unsubscribe_text()],
    busy: [m.notices_unsubscribe_title(), m.notices_unsubscribe_text()],
    done: [m.notices_unsubscribed_title(), m.notices_unsubscribed_text()],
    gone: [m.notices_unsubscribe_gone_title(), m.notices_unsubscribe_gone_text()],
  }[state];
  const isAsking = state === 'asking' || state === 'busy';
  return (
    <Page width="text">
      <div role="status">
        <EmptyState drawing="talk" heading="h1" title={words[0]} text={words[1]}>
          {isAsking && (
            <Button onClick={stop} busy={state === 'busy'}>
              {m.notices_unsubscribe_button()}
            </Button>
          )}
          <LinkButton to="/notifications" search={{ tab: 'preferences' as const }} variant="secondary">
            {m.notices_to_preferences()}
          </LinkButton>
        </EmptyState>
      </div>
    </Page>
  );
}
