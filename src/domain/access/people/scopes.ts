/** What an API key can be made for. Those that begin with `admin:` open something to keys of administrators only. */
export const SCOPES = [
  'content:read',
  'comments:write',
  'learning:read',
  'learning:write',
  'notifications:read',
  'notifications:write',
  'admin:content:read',
  'admin:content:write',
  'admin:moderation',
  'admin:members:read',
  'admin:members:write',
  'admin:reports:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** What a procedure says about keys: the scope that opens it, or that none does. */
export type ProcedureScope = Scope | 'session-only';

export function isAdminScope(scope: Scope): boolean {
  return scope.startsWith('admin:');
}
