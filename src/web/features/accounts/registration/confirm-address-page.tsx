import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/accounts/accounts';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { addressQuery } from '../queries.ts';
import { useKeepUser } from '../use-keep-user.ts';

type State = 'asking' | 'busy' | 'done' | 'gone' | 'taken';

/** Behind the link to a new address: asks, since opening a link changes nothing, then takes it. */
export function ConfirmAddressPage({ token, user }: { user: User; token: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const keepUser = useKeepUser();
  const [state, setState] = useState<State>('asking');
  const { data } = useQuery(addressQuery(api));
  const confirm = async () => {
    setState('busy');
    try {
      keepUser(await api.address.confirm({ token }));
      setState('done');
      await queryClient.invalidateQueries(addressQuery(api));
    } catch (error) {
      const code = failureCode(error);
      if (code === 'ADDRESS_TAKEN') return setState('taken');
      if (code === 'LINK_EXPIRED' || code === 'BAD_INPUT') return setState('gone');
      if (code !== 'PROOF_REQUIRED') toastFailure(error);
      setState('asking');
    }
  };
  const { email } = user;
  const pending = data?.pending?.email;
  const question = pending
    ? m.address_confirm_text({ email: pending, current: email })
    : m.address_confirm_none({ current: email });
  const asking = [m.address_confirm_title(), question];
  const words = {
    asking,
    busy: asking,
    done: [m.address_confirmed_title(), m.address_confirmed_text({ email })],
    gone: [m.address_confirm_gone_title(), m.address_confirm_gone_text({ email })],
    taken: [m.address_taken_title(), m.address_taken_text()],
  }[state];
  const isAsking = state === 'asking' || state === 'busy';
  return (
    <Page width="text">
      <div role="status">
        <EmptyState drawing="talk" heading="h1" title={words[0]} text={words[1]}>
          {isAsking && (
            <Button onClick={confirm} busy={state === 'busy'}>
              {state === 'busy' ? m.auth_saving() : m.address_confirm_submit()}
            </Button>
          )}
          <LinkButton to="/profile" variant="secondary">
            {m.address_to_profile()}
          </LinkButton>
        </EmptyState>
      </div>
    </Page>
  );
}
