import type { Tier } from '../tiers.ts';
import type { Scope } from './people/scopes.ts';
import type { SupportMode } from './people/support-modes.ts';

/** Who is asking. Everything the access rules need travels in here, so that no rule looks anything up. */
export type Viewer = Visitor | Member;

export interface Visitor {
  readonly kind: 'visitor';
}

export interface Member {
  readonly kind: 'member';
  readonly userId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly email: string;
  readonly tier: Tier;
  readonly isAdmin: boolean;
  /** An administrator whom the school does not let administer from here; `isAdmin` is false then. */
  readonly administersElsewhere?: boolean;
  readonly avatarUrl: string | null;
  readonly twoFactorEnabled: boolean;
  /** When the account is erased, because its owner asked for it; nothing: it stays. */
  readonly erasesAt?: Date | null;
  /** The administrator who is here instead of the member, for support; absent at the member's own session. */
  readonly support?: {
    readonly adminId: string;
    readonly adminName: string;
    readonly endsAt: Date;
    readonly mode: SupportMode;
  };
  /** The API key that the request came with; absent at a session. */
  readonly key?: { readonly id: string; readonly scopes: readonly Scope[] };
}

export const VISITOR: Visitor = { kind: 'visitor' };
