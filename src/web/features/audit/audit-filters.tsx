import { useQuery } from '@tanstack/react-query';
import { ACTOR_KINDS } from '#domain/audit/actor-kinds';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { FilterSelect } from '#web/ui/fields/filter-select.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { actionWord } from './action-words.ts';
import { kindWord } from './actor-words.ts';
import classes from './audit-list.module.css';
import { type AuditSearch, auditKindsQuery } from './queries.ts';

export type AuditChanges = { [Name in keyof AuditSearch]: AuditSearch[Name] | undefined };

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (changes: AuditChanges) => void;
}

/** Who first; action, thing, kind of actor and time beside. */
export function AuditFilters({ onChange, search }: AuditFiltersProps) {
  const { data } = useQuery(auditKindsQuery(useApi()));
  const withChosen = (names: readonly string[], chosen: string | undefined) =>
    chosen && !names.includes(chosen) ? [...names, chosen] : names;
  return (
    <search className={classes.filters}>
      <div className={classes.who}>
        <SearchBox
          size="sm"
          label={m.audit_actor()}
          value={search.actor}
          onChange={(actor) => onChange({ actor })}
        />
      </div>
      <FilterSelect
        label={m.audit_action()}
        all={m.audit_all_actions()}
        options={withChosen(data?.actions ?? [], search.action)}
        word={actionWord}
        value={search.action}
        onChange={(action) => onChange({ action })}
      />
      <FilterSelect
        label={m.audit_entity()}
        all={m.audit_all_entities()}
        options={withChosen(data?.entities ?? [], search.entity)}
        word={(kind) => m.audit_entity_kind({ kind })}
        value={search.entity}
        onChange={(entity) => onChange({ entity, entityId: undefined })}
      />
      <FilterSelect
        label={m.audit_kind()}
        all={m.audit_all_kinds()}
        options={ACTOR_KINDS}
        word={kindWord}
        value={search.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <Day label={m.audit_from()} value={search.from} onChange={(from) => onChange({ from })} />
      <Day label={m.audit_to()} value={search.to} onChange={(to) => onChange({ to })} />
    </search>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function Day({ label, onChange, value }: DayProps) {
  return (
    <label className={classes.day}>
      <span>{label}</span>
      <input
        type="date"
        value={value ?? ''}
        max="9999-12-31"
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </label>
  );
}
