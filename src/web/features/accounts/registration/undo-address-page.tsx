import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import { changeSession } from '#web/lib/session/change-session.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

type State = 'asking' | 'busy' | 'done' | 'gone' | 'taken';

/** "This was not me": behind the link to the old address; asks, then stops or undoes the change. */
export function UndoAddressPage({ token }: { token: string }) {
  const api = useApi();
  const router = useRouter();
  const queryClient = useQueryClient();
  const mailWords = useMailWords();
  const [state, setState] = useState<State>('asking');
  const undo = async () => {
    setState('busy');
    try {
      await api.address.undo({ token });
      setState('done');
      await changeSession(router, queryClient, { user: null });
    } catch (error) {
      const code = failureCode(error);
      if (code === 'ADDRESS_TAKEN') return setState('taken');
      if (code === 'LINK_EXPIRED' || code === 'BAD_INPUT') return setState('gone');
      toastFailure(error);
      setState('asking');
    }
  };
  const asking = [m.address_undo_title(), m.address_undo_text()];
  const words = {
    asking,
    busy: asking,
    done: [m.address_undone_title(), mailWords(m.address_undone_text())],
    gone: [m.address_undo_gone_title(), m.address_undo_gone_text()],
    taken: [m.address_taken_title(), m.address_undo_taken_text()],
  }[state];
  return (
    <Page width="text">
      <div role="status">
        <EmptyState drawing="locked" heading="h1" title={words[0]} text={words[1]}>
          {(state === 'asking' || state === 'busy') && (
            <Button onClick={undo} busy={state === 'busy'}>
              {state === 'busy' ? m.auth_saving() : m.address_undo_submit()}
            </Button>
          )}
          {state === 'done' && (
            <LinkButton to="/login" variant="secondary">
              {m.address_to_login()}
            </LinkButton>
          )}
          {(state === 'gone' || state === 'taken') && (
            <LinkButton to="/contact" variant="secondary">
              {m.address_to_contact()}
            </LinkButton>
          )}
        </EmptyState>
      </div>
    </Page>
  );
}
