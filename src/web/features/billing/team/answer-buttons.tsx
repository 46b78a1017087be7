import type { MyTeams } from '#contract/teams';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import { useKeepTeams } from './queries.ts';
import classes from './team.module.css';
import { toastTeamFailure } from './toast-team-failure.ts';

/** Takes a seat or says no to it. `onDone` is called where one has not gone elsewhere meanwhile. */
export function AnswerButtons({ id, onDone }: { id: string; onDone?: () => void }) {
  const api = useApi();
  const keepTeams = useKeepTeams();
  const noteVisit = useNoteVisit();
  const answer = async (work: () => Promise<MyTeams>, title: string) => {
    const stillHere = noteVisit();
    try {
      await keepTeams(await work());
      toast({ title });
      if (stillHere()) onDone?.();
    } catch (error) {
      toastTeamFailure(error);
    }
  };
  const accept = useHeld(() => answer(() => api.teams.accept({ id }), m.teams_joined()));
  const decline = useHeld(() => answer(() => api.teams.decline({ id }), m.teams_declined()));
  return (
    <div className={classes.actions}>
      <Button busy={accept.busy} onClick={accept.run}>
        {m.teams_accept()}
      </Button>
      <Button variant="secondary" busy={decline.busy} onClick={decline.run}>
        {m.teams_decline()}
      </Button>
    </div>
  );
}
