import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { isAdminScope, SCOPES, type Scope } from '#domain/access/people/scopes';
import { m } from '#web/lib/messages.ts';
import classes from './api-keys.module.css';
import { SCOPE_WORDS } from './scope-words.ts';

interface ScopeChoiceProps {
  /** Whether those of administrators are offered, too. */
  isAdmin: boolean;
  error: string | undefined;
  field: UseFormRegisterReturn;
}

/** What a key may do, each with a sentence. */
export function ScopeChoice({ error, field, isAdmin }: ScopeChoiceProps) {
  const id = useId();
  const group = (legend: string, scopes: readonly Scope[]) => (
    <fieldset className={classes.scopes} aria-describedby={error ? id : undefined}>
      <legend>{legend}</legend>
      {scopes.map((scope) => (
        <label key={scope}>
          <input type="checkbox" value={scope} {...field} />
          <span>
            {SCOPE_WORDS[scope].label()}
            <small>{SCOPE_WORDS[scope].help()}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
  return (
    <div className={classes.choice}>
      {group(
        m.keys_scopes(),
        SCOPES.filter((scope) => !isAdminScope(scope)),
      )}
      {isAdmin && group(m.keys_scopes_admin(), SCOPES.filter(isAdminScope))}
      {error && (
        <p id={id} className={classes.fault} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
