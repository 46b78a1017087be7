/** Who acts: a person by what they were at that moment, or the machine itself. */
export const ACTOR_KINDS = ['visitor', 'member', 'admin', 'system', 'command-line'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];
