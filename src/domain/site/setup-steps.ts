/** What a new school needs before it opens, in the order of the checklist. */
export const SETUP_STEPS = [
  'password',
  'address',
  'second-factor',
  'mail',
  'name',
  'course',
  'publish',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];
