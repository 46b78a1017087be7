import { m } from '#web/lib/messages.ts';
import { SaveConflict } from '#web/ui/save-conflict.tsx';

type Rows = readonly (readonly [label: string, value: string])[];

interface ConfigConflictProps {
  mine: Rows;
  theirs: Rows;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Somebody else saved meanwhile: what differs side by side, nothing is lost until one is chosen. */
export function ConfigConflict({ mine, theirs, ...choices }: ConfigConflictProps) {
  const rows = mine.flatMap(([field, own], index) => {
    const other = theirs[index]?.[1] ?? '';
    return own === other ? [] : [{ key: field, field, mine: own, theirs: other }];
  });
  return <SaveConflict title={m.config_conflict()} rows={rows} {...choices} />;
}
