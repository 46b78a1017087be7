import { prepared } from '#server/db/prepared';
import { COMMENTS_CHANNEL } from '../notify-readers.ts';

/** Says each of these texts to all processes. */
export const notifyAll = prepared(
  `select pg_notify('${COMMENTS_CHANNEL}', said) from unnest((select $1::text[])) said`,
);
