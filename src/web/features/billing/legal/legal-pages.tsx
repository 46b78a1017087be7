import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Receipt as Received, RequestKind, Rights } from '#contract/legal';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useBilled } from '../queries.ts';
import { DeclarationForm } from './declaration-form.tsx';
import classes from './legal.module.css';
import { legalPagesQuery } from './legal-pages-query.ts';
import { rightsQuery } from './queries.ts';
import { Receipt } from './receipt.tsx';

/** The pages that the law asks for, by the last part of their address. */
export function LegalPages({ page }: { page: string }) {
  const [received, setReceived] = useState<{ receipt: Received; isAnonymous: boolean }>();
  const onReceived = (isAnonymous: boolean) => (receipt: Received) => setReceived({ receipt, isAnonymous });
  if (received)
    return (
      <Page width="text">
        <PageHeader title={page === 'withdrawal' ? m.legal_withdraw_title() : m.legal_cancel_title()} />
        <Receipt {...received} />
      </Page>
    );
  if (page === 'withdrawal') return <WithdrawalPage onReceived={onReceived} />;
  return page === 'cancellation' ? <CancellationPage onReceived={onReceived} /> : <NotInUse />;
}

interface Listening {
  readonly onReceived: (isAnonymous: boolean) => (receipt: Received) => void;
}

/** Where a member, or anybody without signing in, withdraws from a contract. */
function WithdrawalPage({ onReceived }: Listening) {
  const { data } = useSuspenseQuery(legalPagesQuery(useApi()));
  const user = useUser();
  if (!data.withdrawal) return <NotInUse />;
  const { confirm, label, text } = data.withdrawal;
  return (
    <Page width="text">
      <PageHeader title={m.legal_withdraw_title()} />
      <div className={classes.text}>
        {text.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {user ? (
        <OwnWithdrawal label={label} confirm={confirm} onReceived={onReceived} />
      ) : (
        <Anonymous kind="withdrawal" confirm={confirm} onReceived={onReceived(true)} />
      )}
    </Page>
  );
}

function OwnWithdrawal({ confirm, label, onReceived }: Listening & { label: string; confirm: string }) {
  const { data, error } = useQuery(rightsQuery(useApi()));
  if (error && !data) return <ErrorState error={error} heading="h2" />;
  if (!data) return <LoadingState inline />;
  if (!data.withdrawal)
    return (
      <>
        <section className={classes.card}>
          <p>{m.legal_own_over()}</p>
          <p>
            <TextLink to="/profile" search={{ tab: 'subscription' }}>
              {m.legal_own_profile()}
            </TextLink>
          </p>
        </section>
        <DeclarationForm
          kind="withdrawal"
          title={m.legal_other_title()}
          begin={m.legal_continue()}
          confirm={confirm}
          isOwn={false}
          onReceived={onReceived(true)}
        />
      </>
    );
  return (
    <DeclarationForm
      kind="withdrawal"
      title={m.legal_own_title()}
      begin={label}
      confirm={confirm}
      onReceived={onReceived(false)}
      isOwn
    >
      <WithdrawalWords withdrawal={data.withdrawal} />
    </DeclarationForm>
  );
}

/** Until when, and what goes back. */
export function WithdrawalWords({ withdrawal }: { withdrawal: NonNullable<Rights['withdrawal']> }) {
  const { isWhole, refund, until } = withdrawal;
  return (
    <p>
      {m.legal_own_withdraw({
        date: formatDate(until),
        amount: formatMoney(refund.amount, refund.currency),
      })}{' '}
      {isWhole ? m.legal_own_withdraw_whole() : m.legal_own_withdraw_share()}
    </p>
  );
}

/** Where a member, or anybody without signing in, cancels a contract (section 312k of the German Civil Code). */
function CancellationPage({ onReceived }: Listening) {
  const { data } = useSuspenseQuery(legalPagesQuery(useApi()));
  const user = useUser();
  if (!data.cancellation) return <NotInUse />;
  const { confirm } = data.cancellation;
  return (
    <Page width="text">
      <PageHeader title={m.legal_cancel_title()} lead={m.legal_cancel_lead()} />
      {user ? (
        <OwnCancellation confirm={confirm} onReceived={onReceived} />
      ) : (
        <Anonymous kind="cancellation" confirm={confirm} onReceived={onReceived(true)} />
      )}
    </Page>
  );
}

function OwnCancellation({ confirm, onReceived }: Listening & { confirm: string }) {
  const { data, error } = useBilled();
  if (error && !data) return <ErrorState error={error} heading="h2" />;
  if (!data) return <LoadingState inline />;
  const isOwn = data.subscription !== null;
  return (
    <DeclarationForm
      kind="cancellation"
      title={isOwn ? m.legal_own_title() : m.legal_other_title()}
      begin={m.legal_continue()}
      confirm={confirm}
      isOwn={isOwn}
      onReceived={onReceived(!isOwn)}
    />
  );
}

interface AnonymousProps {
  kind: RequestKind;
  confirm: string;
  onReceived: (receipt: Received) => void;
}

function Anonymous({ confirm, kind, onReceived }: AnonymousProps) {
  return (
    <DeclarationForm
      kind={kind}
      title={m.legal_form_title()}
      begin={m.legal_continue()}
      confirm={confirm}
      isOwn={false}
      onReceived={onReceived}
    >
      <SignInHint>
        <TextLink to="/login" search={{ redirect: `/legal/${kind}` }}>
          {m.legal_sign_in_link()}
        </TextLink>
      </SignInHint>
    </DeclarationForm>
  );
}

function SignInHint({ children }: { children: ReactNode }) {
  return (
    <p className={classes.soft}>
      {m.legal_sign_in()} {children}
    </p>
  );
}

function NotInUse() {
  return (
    <Page width="text">
      <PageHeader title={m.legal_off_title()} lead={m.legal_off_text()} />
      <p>
        <TextLink to="/contact">{m.legal_off_link()}</TextLink>
      </p>
    </Page>
  );
}
