import { type ExportTable, OF_FILES, OF_TEXTS } from './export-table.ts';

/** What was paid, ordered and agreed to. */
export const PAYMENT_TABLES: Readonly<Record<string, ExportTable>> = {
  billing_accounts: {
    file: 'billing',
    rows: OF_TEXTS,
    about:
      'your payments, subscriptions, refunds and gifts; invoices are kept after an account is deleted, as the law demands',
    query: `select f.kind, f.subject, f.body, f.at from billing_facts f join billing_accounts a on a.id = f.account_id
      where a.user_id = $1 order by f.no`,
  },
  billing_consents: {
    file: 'billing-consents',
    about:
      'what you agreed to when you ordered or withdrew; its words have the same text_hash in another file',
    query: `select c.kind, c.at, c.locale, c.text_hash from billing_consents c
      join billing_accounts a on a.id = coalesce(c.agreed_by, c.account_id) where a.user_id = $1 order by c.no`,
  },
  consent_texts: {
    file: 'billing-consent-texts',
    rows: OF_FILES,
    about:
      'what you agreed to, word for word, each text once; a text with a page_hash ends with that text, too',
    query: `with agreed as (
        select distinct t.hash, t.page_hash from billing_consents c
        join billing_accounts a on a.id = coalesce(c.agreed_by, c.account_id) join consent_texts t on t.hash = c.text_hash
        where a.user_id = $1)
      select t.hash as text_hash, t.text, t.page_hash from consent_texts t
      where t.hash in (select hash from agreed union select page_hash from agreed) order by t.created_at, t.hash`,
  },
  billing_requests: {
    file: 'billing-requests',
    about: 'your withdrawals and cancellations',
    query: `select r.kind, r.name, r.email, r.contract, r.reason, r.statement, r.received_at, r.state, r.outcome, r.done_at
      from billing_requests r
      join billing_accounts a on a.id = r.account_id where a.user_id = $1 order by r.received_at`,
  },
  billing_trials: {
    file: 'trials',
    about: 'the free trials that you were offered',
    query: `select t.offered_at, t.started_at, t.forget_at from billing_trials t
      join billing_accounts a on a.id = t.account_id where a.user_id = $1 order by t.offered_at`,
  },
  bank_transfers: {
    file: 'bank-transfers',
    about: 'your orders by bank transfer',
    query: `select t.reference, t.tier, t.interval, t.amount, t.currency, t.state, t.ordered_at, t.number, t.paid_at,
      t.period_from, t.period_to from bank_transfers t join billing_accounts a on a.id = t.account_id
      where a.user_id = $1 order by t.ordered_at`,
  },
  bank_refunds: {
    file: 'bank-refunds',
    about: 'what was sent back of your bank transfers',
    query: `select t.number, r.amount, t.currency, r.at from bank_refunds r join bank_transfers t on t.id = r.transfer_id
      join billing_accounts a on a.id = t.account_id where a.user_id = $1 order by r.at`,
  },
};
