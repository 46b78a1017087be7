import { expect, test } from 'vitest';
import { draftChanges } from './draft-changes.ts';

interface Section {
  id?: string;
  rowKey: string;
  content: string;
}
const section = (id: string, content = `text of ${id}`): Section => ({ id, rowKey: id, content });
const changes = (live: readonly Section[], draft: readonly Section[]) =>
  draftChanges(live, draft, ({ content }) => content);

test('an equal draft changes nothing, whatever its sections are known by on the screen', () => {
  const live = [section('a'), section('b')];
  const draft = live.map((each) => ({ ...each, rowKey: `row of ${each.id}` }));
  expect(changes(live, draft)).toEqual({ changed: [], removed: [], isMoved: false });
});

test('sections with other texts and new sections are changed; those that are left out are removed', () => {
  const live = [section('a'), section('b'), section('c')];
  const fresh = { rowKey: 'fresh', content: 'new' };
  const draft = [section('a'), fresh, section('c', 'other')];
  expect(changes(live, draft)).toEqual({
    changed: [fresh, section('c', 'other')],
    removed: [section('b')],
    isMoved: false,
  });
});

test('a section that comes or goes moves nothing; two that change places do', () => {
  const live = [section('a'), section('b'), section('c')];
  expect(changes(live, [section('c'), section('a')]).isMoved).toBe(true);
  expect(changes(live, [{ rowKey: 'x', content: '' }, section('a'), section('c')]).isMoved).toBe(false);
});

test('a section of an id that the live text lost meanwhile counts as new', () => {
  expect(changes([section('a')], [section('a'), section('gone')]).changed).toEqual([section('gone')]);
});
