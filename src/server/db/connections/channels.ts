/** What processes notify each other of: every process with pages or jobs listens to all of them. */
export const CHANNELS = [
  'content',
  'mail',
  'notice',
  'comments',
  'billing',
  'labs',
  'chores',
  'export',
  'import',
  'video',
  'viewers',
] as const;
export type Channel = (typeof CHANNELS)[number];
