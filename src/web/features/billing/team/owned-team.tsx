import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { teamsQuery } from './queries.ts';

/** What becomes of the own team when its owner's account is deleted; nothing for who owns none with seats. */
export function OwnedTeam() {
  const owned = useQuery(teamsQuery(useApi())).data?.owned;
  if (!owned || owned.seats.paid === 0) return null;
  const date = owned.until ? formatDate(owned.until) : '–';
  return (
    <>
      {' '}
      <strong>{m.teams_erase({ team: owned.name, date })}</strong>
    </>
  );
}
