import { expect, test } from 'vitest';
import { mergeCourses } from '#domain/courses/merge-courses';
import { type Draft, dropSaved, findDrafts, keepDraft, mergeDraft as merge } from '#web/lib/saving/drafts.ts';
import { drop, keep, keptNames } from '#web/lib/saving/kept.ts';
import type { Base } from '#web/lib/saving/use-versioned-save.ts';
import { COURSE_DRAFTS } from './course-draft.ts';
import { type CourseValues, EMPTY_COURSE, EMPTY_SECTION, type SectionValues } from './form-values.ts';

const NAME = 'lectern.course-draft.ada.c1';
const section = (title: string, id?: string, rowKey = id ?? `row of ${title}`): SectionValues => ({
  ...EMPTY_SECTION,
  rowKey,
  title,
  type: 'text',
  sectionType: 'lesson',
  ...(id && { id, key: title }),
});
const saved: CourseValues = {
  ...EMPTY_COURSE,
  title: 'Title',
  description: 'Words',
  slug: 'title',
  content: [section('One', 's1')],
};
const typed = { ...saved, title: 'My title', tags: ['mine'] };
const theirs = { ...saved, title: 'Their title', description: 'Their words' };
const findDraft = (name: string, present: Base<CourseValues>) =>
  findDrafts(name, present, COURSE_DRAFTS)[0] ?? null;
const mergeDraft = (draft: Draft<CourseValues>, present: Base<CourseValues>, shown: CourseValues) =>
  merge(draft, present, shown, COURSE_DRAFTS);
const leave = (name: string, value: unknown) => keep(name, JSON.stringify(value));
const forget = () => {
  for (const name of keptNames(NAME)) drop(name);
};

test('a draft is found again after somebody else saved, and combined field by field', () => {
  forget();
  keepDraft(NAME, { version: 3, base: saved, values: typed });
  const present = { version: 4, values: theirs };
  const found = findDraft(NAME, present);
  if (!found) throw new Error('not found');
  const { base, values } = mergeDraft(found.draft, present, present.values);
  expect(values).toMatchObject({ title: 'My title', tags: ['mine'], description: 'Their words' });
  // The next save is based on the older version, so that the title is asked for.
  expect(base.version).toBe(3);
  expect(mergeCourses(base.values, values, theirs).conflicts).toEqual([['title']]);
});

test('a section is known by the key that it has on the screen, and a new one stays', () => {
  forget();
  const base = { ...saved, content: [section('One', 's1', 'typed here')] };
  const first = { ...section('One', 's1', 'typed here'), content: 'Mine' };
  keepDraft(NAME, { version: 3, base, values: { ...base, content: [first, section('New')] } });
  const present = { version: 4, values: { ...saved, content: [section('One', 's1'), section('Two', 's2')] } };
  const found = findDraft(NAME, present);
  if (!found) throw new Error('not found');
  const { values } = mergeDraft(found.draft, present, present.values);
  expect(values.content.map(({ title }) => title)).toEqual(['One', 'Two', 'New']);
  expect(values.content[0]).toMatchObject({ rowKey: 's1', content: 'Mine' });
});

test('what is typed before a draft is restored stays', () => {
  const present = { version: 3, values: saved };
  const draft = { version: 3, base: saved, values: typed };
  const { values } = mergeDraft(draft, present, { ...saved, description: 'Typed now' });
  expect(values).toMatchObject({ title: 'My title', description: 'Typed now' });
});

test('a draft of an older release is offered, and what differs is asked for', () => {
  forget();
  leave(`${NAME}.2`, { ...typed, title: 'An even older title' });
  leave(`${NAME}.3`, typed);
  const newer = { version: 4, values: theirs };
  const found = findDraft(NAME, newer);
  expect(found?.name).toBe(`${NAME}.3`);
  if (!found) throw new Error('not found');
  const { base, values } = mergeDraft(found.draft, newer, theirs);
  expect(base.version).toBe(3);
  const asked = mergeCourses(base.values, values, theirs).conflicts.map(([field]) => field);
  expect(asked).toEqual(expect.arrayContaining(['title', 'description']));
  // Of the version that is still the present one: as it was.
  const present = { version: 3, values: saved };
  expect(mergeDraft(found.draft, present, saved).values).toMatchObject({ title: 'My title', tags: ['mine'] });
});

test.each([
  ['nothing', null],
  ['a text', 'typed'],
  ['a draft without values', { version: 3, base: saved }],
  ['sections that are none', { version: 3, base: saved, values: { ...typed, content: [null] } }],
])('%s in the storage is no draft', (_, value) => {
  forget();
  leave(NAME, value);
  leave(`${NAME}.3`, value);
  expect(findDraft(NAME, { version: 3, values: saved })).toBeNull();
  expect(keptNames(NAME)).toEqual([]);
});

test('a draft whose save arrived after all is not offered', () => {
  forget();
  const values = { ...typed, content: [...saved.content, section('New')] };
  keepDraft(NAME, { version: 3, base: saved, values });
  const arrived = { ...typed, content: [...saved.content, section('New', 's2')] };
  expect(findDraft(NAME, { version: 4, values: arrived })).toBeNull();
});

test('a draft that nobody has decided about outlives what is typed at the next visit', () => {
  forget();
  const present = { version: 3, values: saved };
  const later = { ...saved, description: 'Typed later' };
  keepDraft(NAME, { version: 3, base: saved, values: typed });
  expect(findDraft(NAME, present)?.draft.values.title).toBe('My title');
  keepDraft(NAME, { version: 3, base: saved, values: later });
  const found = findDrafts(NAME, present, COURSE_DRAFTS).map(({ draft }) => draft.values);
  expect(found).toHaveLength(2);
  expect(found).toEqual(expect.arrayContaining([typed, later]));
});

test('a save drops its own draft, and leaves what was typed on or offered', () => {
  forget();
  keepDraft(NAME, { version: 3, base: saved, values: theirs });
  findDraft(NAME, { version: 3, values: saved });
  keepDraft(NAME, { version: 3, base: saved, values: typed });
  dropSaved(NAME, { version: 4, values: typed }, COURSE_DRAFTS);
  expect(keptNames(NAME)).toHaveLength(1);
  expect(findDraft(NAME, { version: 4, values: typed })?.draft.values).toEqual(theirs);
  keepDraft(NAME, { version: 3, base: saved, values: { ...typed, description: 'Typed on' } });
  dropSaved(NAME, { version: 4, values: typed }, COURSE_DRAFTS);
  expect(keptNames(NAME)).toContain(NAME);
});

test('what was typed on a draft of the server remembers which, and is no news once that draft says it', () => {
  forget();
  const drafted = { ...saved, description: 'Drafted' };
  keepDraft(NAME, { version: 3, draft: 7, base: drafted, values: { ...drafted, title: 'My title' } });
  const present = { version: 3, draft: 8, values: { ...drafted, tags: ['theirs'] } };
  const found = findDraft(NAME, present);
  if (!found) throw new Error('not found');
  const { base, values } = mergeDraft(found.draft, present, present.values);
  // The draft of somebody else stays; what was typed goes on from its own.
  expect(values).toMatchObject({ title: 'My title', tags: ['theirs'], description: 'Drafted' });
  expect(base).toMatchObject({ version: 3, draft: 7 });
  expect(findDraft(NAME, { ...present, values })).toBeNull();
  forget();
});
