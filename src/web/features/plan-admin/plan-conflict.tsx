import { m } from '#web/lib/messages.ts';
import { SaveConflict } from '#web/ui/save-conflict.tsx';
import { tierWord } from '#web/ui/tier-badge.tsx';
import type { PlanValues } from './plan-values.ts';

interface PlanConflictProps {
  mine: PlanValues;
  theirs: PlanValues;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Somebody else saved meanwhile: what differs side by side, nothing is lost until one is chosen. */
export function PlanConflict({ mine, theirs, ...choices }: PlanConflictProps) {
  const rows = [
    { key: 'name', field: m.plans_admin_name(), mine: mine.name, theirs: theirs.name },
    { key: 'tier', field: m.plans_admin_tier(), mine: tierWord(mine.tier), theirs: tierWord(theirs.tier) },
    { key: 'price', field: m.plans_admin_price(), mine: mine.price, theirs: theirs.price },
    {
      key: 'description',
      field: m.plans_admin_description(),
      mine: mine.description,
      theirs: theirs.description,
    },
    {
      key: 'features',
      field: m.plans_admin_features(),
      mine: mine.features.join(', '),
      theirs: theirs.features.join(', '),
    },
  ].filter((row) => row.mine !== row.theirs);
  return <SaveConflict title={m.plans_admin_conflict()} rows={rows} {...choices} />;
}
