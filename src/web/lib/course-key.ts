/** Under which key a course is kept: features/courses reads it, the player looks whether it is there. */
export function courseKey(slug: string | undefined) {
  return ['courses', 'course', slug] as const;
}
