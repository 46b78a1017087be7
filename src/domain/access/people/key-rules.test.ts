import { expect, test } from 'vitest';
import { actingViewer } from '../acting-viewer.ts';
import { type Member, VISITOR } from '../viewer.ts';
import { canMakeKey } from './can-make-key.ts';
import { canUseKey } from './can-use-key.ts';
import { SCOPES, type Scope } from './scopes.ts';

const member = (isAdmin: boolean, scopes?: readonly Scope[]): Member => ({
  kind: 'member',
  userId: 'u',
  sessionId: 's',
  name: 'Ada',
  email: 'ada@school.test',
  tier: 'basic',
  isAdmin,
  avatarUrl: null,
  twoFactorEnabled: false,
  ...(scopes && { key: { id: 'k', scopes } }),
});

test('a session and a visitor come where a scope is named and where none is', () => {
  for (const viewer of [VISITOR, member(false), member(true)]) {
    for (const scope of ['session-only', ...SCOPES] as const)
      expect(canUseKey(viewer, scope)).toEqual({ allowed: true });
  }
});

test('a key comes where one of its scopes opens, and nowhere else', () => {
  for (const own of SCOPES) {
    for (const scope of SCOPES) {
      const expected =
        own === scope ? { allowed: true } : { allowed: false, reason: 'scope-required', scope };
      expect(canUseKey(member(true, [own]), scope)).toEqual(expected);
    }
  }
});

test('no key, whatever its scopes, opens what is for sessions only', () => {
  const refused = { allowed: false, reason: 'session-required' };
  expect(canUseKey(member(true, SCOPES), 'session-only')).toEqual(refused);
  expect(canUseKey(member(false, []), 'session-only')).toEqual(refused);
});

test('through a key an administrator is one only where administrators work', () => {
  const admin = member(true, SCOPES);
  for (const scope of SCOPES) {
    const acting = actingViewer(admin, scope);
    expect(acting).toEqual({ ...admin, isAdmin: scope.startsWith('admin:') });
  }
  expect(actingViewer(admin, 'session-only')).toEqual({ ...admin, isAdmin: false });
});

test('the key of a member makes nobody an administrator, and a session stays what it is', () => {
  for (const viewer of [VISITOR, member(true), member(false), member(false, SCOPES)]) {
    for (const scope of ['session-only', ...SCOPES] as const)
      expect(actingViewer(viewer, scope)).toBe(viewer);
  }
});

test('keys are made by people at a session, and those of administrators by administrators', () => {
  const reasonOf = (...args: Parameters<typeof canMakeKey>) => {
    const decision = canMakeKey(...args);
    return decision.allowed ? 'allowed' : decision.reason;
  };
  expect(reasonOf(VISITOR, ['content:read'])).toBe('sign-in-required');
  expect(reasonOf(member(true, SCOPES), ['content:read'])).toBe('session-required');
  expect(reasonOf(member(false), ['content:read', 'learning:write'])).toBe('allowed');
  expect(reasonOf(member(false), ['content:read', 'admin:content:read'])).toBe('administrator-required');
  expect(reasonOf(member(true), SCOPES)).toBe('allowed');
});
