import { type FormEvent, useState } from 'react';
import type { Team } from '#contract/teams';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { fieldFaults } from './field-faults.ts';
import { useKeepTeam } from './queries.ts';
import { toastTeamFailure } from './toast-team-failure.ts';

/** The name of the team, as its members and the mails to whom it invites show it. */
export function RenameTeam({ team }: { team: Team }) {
  const api = useApi();
  const keepTeam = useKeepTeam();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    setBusy(true);
    setFault(undefined);
    try {
      keepTeam(await api.teams.rename({ name }));
      setOpen(false);
    } catch (error) {
      const said = fieldFaults(error)?.name;
      setFault(said);
      if (!said) toastTeamFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {m.teams_rename()}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.teams_rename()}>
        <Form onSubmit={submit}>
          <TextField
            label={m.teams_name()}
            name="name"
            defaultValue={team.name}
            maxLength={60}
            readOnly={busy}
            autoComplete="organization"
            error={fault}
          />
          <DialogActions>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {m.ui_cancel()}
            </Button>
            <Button type="submit" busy={busy}>
              {m.teams_rename_save()}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
