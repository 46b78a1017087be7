import type { LabConflict, LabContradiction } from '#domain/labs/lab-contradictions';
import { m } from '../messages/messages.js';

/** What does not go together in a lab, with the key or check that it is about. */
export function contradictionWords({ check, conflict, field }: LabContradiction): string {
  const text = conflictWords(conflict);
  // The id of two checks names neither of them.
  if (check === undefined || conflict.code === 'id-used-twice') return `${field}: ${text}`;
  return m.reports_in_check({ id: check, text });
}

function conflictWords(conflict: LabConflict): string {
  switch (conflict.code) {
    case 'no-types':
      return m.reports_a_lab_has_no_types({ runner: conflict.runner });
    case 'no-setup':
      return m.reports_a_lab_has_nothing_to_set_up({ runner: conflict.runner });
    case 'id-used-twice':
      return m.reports_id_used_twice({ id: conflict.id });
    case 'too-many-points':
      return m.reports_passes_need_too_many_points({ pass: conflict.pass, most: conflict.most });
    case 'no-such-probe': {
      const { kind, kinds, runner } = conflict;
      return m.reports_a_lab_cant_answer({ runner, kind, kinds: kinds.join(', ') });
    }
    case 'no-such-field':
      return m.reports_a_lab_has_no_field({ runner: conflict.runner, field: conflict.field });
    case 'equals-needs-quotes':
      return m.reports_equals_needs_quotes({ value: `'${conflict.value}'` });
    case 'file-missing':
      return m.reports_file_is_missing({ path: conflict.path });
    case 'file-in-no-part':
      return m.reports_file_is_in_no_part({ path: conflict.path });
  }
}
