import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Plan } from '#contract/administration/plans';
import { ownPath } from '#domain/accounts/own-path';
import { m } from '#web/lib/messages.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { Button } from '#web/ui/button.tsx';
import { useChooseTier } from '#web/ui/use-choose-tier.ts';

interface ChoosePlanProps {
  plan: Plan;
  /** The page that the plan is wanted for; one is led back there. */
  from: string | undefined;
}

/** Switches the own tier to that of the plan (spec section 4); the answer is the new truth everywhere. */
export function ChoosePlan({ from, plan: { name, tier } }: ChoosePlanProps) {
  const choose = useChooseTier({
    done: (chosen) => ({ title: m.plans_updated(), description: m.plans_updated_text({ tier: chosen }) }),
    failed: () => ({ title: m.plans_update_failed(), description: m.plans_update_failed_text() }),
  });
  const router = useRouter();
  const noteVisit = useNoteVisit();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const stillHere = noteVisit();
    setBusy(true);
    try {
      if ((await choose(tier)) && from && stillHere()) await router.navigate({ href: ownPath(from) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button wide variant={tier === 'premium' ? 'primary' : 'secondary'} busy={busy} onClick={submit}>
      {m.plans_choose_named({ plan: name })}
    </Button>
  );
}
