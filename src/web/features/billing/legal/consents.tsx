import { useQuery } from '@tanstack/react-query';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import pageClasses from '../admin/billing-page.module.css';
import classes from './legal.module.css';
import { consentsQuery } from './queries.ts';

const KINDS = {
  terms: m.legal_consents_terms,
  'begin-now': m.legal_consents_begin_now,
  withdrawal: m.legal_consents_withdrawal,
};

/** What a member agreed to, word for word. */
export function Consents({ userId }: { userId: string }) {
  const { data } = useQuery(consentsQuery(useApi(), userId));
  if (!data) return null;
  return (
    <>
      <h3 className={pageClasses.subtitle}>{m.legal_consents()}</h3>
      {data.length === 0 && <p>{m.legal_consents_none()}</p>}
      <div className={classes.consents}>
        {data.map(({ at, kind, no, text }) => (
          <details key={no}>
            <summary>
              {KINDS[kind]()} · {formatTime(at)}
            </summary>
            <p className={classes.statement}>{text}</p>
          </details>
        ))}
      </div>
    </>
  );
}
