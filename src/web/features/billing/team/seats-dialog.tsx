import { type FormEvent, useState } from 'react';
import type { SeatsChange, Team } from '#contract/teams';
import { MAX_SEATS } from '#domain/billing/seats';
import { language } from '#domain/language';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { formatMoney, priceWords } from '#web/lib/money.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import { OrderLines } from '../legal/order-lines.tsx';
import { useKeepTeam } from './queries.ts';
import { toastTeamFailure } from './toast-team-failure.ts';

interface SeatsDialogProps {
  team: Team;
  onClose: () => void;
}

/** Asks for a number, shows to the cent what it charges and since when it counts, and only then changes it. */
export function SeatsDialog({ onClose, team }: SeatsDialogProps) {
  const api = useApi();
  const current = team.subscription?.seats ?? team.seats.paid;
  const [seats, setSeats] = useState(String(current));
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [change, setChange] = useState<SeatsChange>();
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    const count = Number(seats);
    const isCount = Number.isInteger(count) && count >= 1 && count <= MAX_SEATS;
    setFault(
      isCount
        ? count === current
          ? m.teams_seats_same()
          : undefined
        : m.teams_seats_wrong({ most: MAX_SEATS }),
    );
    if (!isCount || count === current) return;
    setBusy(true);
    try {
      setChange(await api.teams.preview({ seats: count }));
    } catch (error) {
      toastTeamFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={m.teams_change_seats()}>
      {change ? (
        <Preview team={team} change={change} onBack={() => setChange(undefined)} onClose={onClose} />
      ) : (
        <Form onSubmit={ask}>
          <TextField
            label={m.teams_seats()}
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_SEATS}
            value={seats}
            onChange={(event) => setSeats(event.target.value)}
            error={fault}
          />
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              {m.ui_cancel()}
            </Button>
            <Button type="submit" busy={busy}>
              {m.teams_preview()}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  );
}

interface PreviewProps extends SeatsDialogProps {
  change: SeatsChange;
  onBack: () => void;
}

function Preview({ change, onBack, onClose, team }: PreviewProps) {
  const api = useApi();
  const keepTeam = useKeepTeam();
  const { at, currency, dueNow, kind, losing, nextAmount, order, seats, startsAt } = change;
  const amount = formatMoney(dueNow, currency);
  const date = formatDate(startsAt);
  const price = priceWords({
    amount: nextAmount,
    currency,
    interval: team.subscription?.interval ?? 'month',
  });
  const { busy, run } = useHeld(async () => {
    try {
      const terms = order?.terms ?? null;
      keepTeam(await api.teams.changeSeats({ seats, at, dueNow, terms, locale: language() }));
      toast({ title: m.teams_seats_changed() });
      onClose();
    } catch (error) {
      toastTeamFailure(error);
      onBack();
    }
  });
  return (
    <>
      <p>
        {kind === 'more' && m.teams_preview_more({ amount, count: seats, price })}
        {kind === 'fewer' && m.teams_preview_fewer({ count: seats, date, price })}
        {kind === 'undo' && m.teams_preview_undo({ count: seats, price })}
      </p>
      {order && <OrderLines lines={order.lines} />}
      {losing > 0 && <p role="alert">{m.teams_preview_losing({ count: losing, date })}</p>}
      <DialogActions>
        <Button variant="secondary" onClick={onBack}>
          {m.teams_back()}
        </Button>
        <Button busy={busy} onClick={run}>
          {order?.button ?? m.teams_confirm({ count: seats })}
        </Button>
      </DialogActions>
    </>
  );
}
