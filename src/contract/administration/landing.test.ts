import { expect, test } from 'vitest';
import { landingForm, storedLanding } from './landing.ts';

const kindsOf = (stored: unknown) => storedLanding.parse(stored).blocks.map(({ kind }) => kind);
const hero = (changes: object) => ({ blocks: [{ id: 'hero', kind: 'hero', ...changes }] });
const one = (block: object) => ({ blocks: [{ id: 'a', ...block }] });
const DEFAULT_KINDS = ['hero', 'featured', 'lab', 'reasons', 'pricing', 'call'];

test('a school that saved nothing has the landing page of the product, in its words', () => {
  const { blocks } = landingForm.parse({});
  expect(blocks.map(({ kind }) => kind)).toEqual(DEFAULT_KINDS);
  expect(blocks[0]).toEqual({
    id: 'hero',
    kind: 'hero',
    hidden: false,
    title: '',
    text: '',
    button: '',
    buttonTo: '',
    picture: null,
    alt: '',
  });
  expect(kindsOf({})).toEqual(DEFAULT_KINDS);
});

test('a page from before there were blocks shows the same as before', () => {
  const former = {
    title: 'Learn to sail',
    text: 'On the bay.',
    button: 'Set sail',
    buttonTo: '/courses/knots',
    numbers: [{ value: '1,200', label: 'sailors' }],
    quotes: [{ text: 'I crossed the bay.', author: 'Ada' }],
    faq: true,
  };
  const { blocks } = storedLanding.parse(former);
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'hero',
    'numbers',
    'featured',
    'lab',
    'reasons',
    'pricing',
    'quotes',
    'faq',
    'call',
  ]);
  expect(blocks[0]).toMatchObject({
    title: 'Learn to sail',
    text: 'On the bay.',
    buttonTo: '/courses/knots',
  });
  expect(blocks[1]).toMatchObject({ numbers: former.numbers });
  expect(blocks[6]).toMatchObject({ quotes: former.quotes });
  expect(kindsOf({ title: 'x', numbers: [], quotes: [], faq: false })).toEqual(DEFAULT_KINDS);
  // What was carried over once stays as it is.
  expect(storedLanding.parse({ blocks })).toEqual({ blocks });
});

test.each(['/courses', '/courses/sql-from-scratch', 'https://school.test/?a=b'])(
  'a button may lead to %s',
  (buttonTo) => expect(landingForm.safeParse(hero({ buttonTo })).success).toBe(true),
);

const FILE = '/media/3f0f5a0e-5d3b-4a5e-9c52-0a2f4c0b6f11.webp';
test.each([
  one({ kind: 'text', markdown: '# Harbor' }),
  one({ kind: 'picture', picture: { address: FILE, width: 10, height: 5 }, alt: 'A boat' }),
  one({ kind: 'picture', picture: { address: 'https://school.test/boat.jpg' } }),
  one({ kind: 'featured', courses: ['3f0f5a0e-5d3b-4a5e-9c52-0a2f4c0b6f11'] }),
])('%j is a page', (page) => expect(landingForm.safeParse(page).success).toBe(true));

test.each([
  ['blocks.0.buttonTo', hero({ buttonTo: 'javascript:alert(1)' })],
  ['blocks.0.buttonTo', hero({ buttonTo: '//evil.test' })],
  ['blocks.0.buttonTo', hero({ buttonTo: '/$slug' })],
  ['blocks.0.title', hero({ title: 'a\u202eb' })],
  ['blocks.0.title', hero({ title: 'x'.repeat(81) })],
  ['blocks.0.picture.address', hero({ picture: { address: 'javascript:alert(1)' } })],
  ['blocks.0.picture.address', hero({ picture: { address: '//evil.test/x.png' } })],
  ['blocks.0.picture', one({ kind: 'picture', picture: null })],
  ['blocks.0.markdown', one({ kind: 'text', markdown: ' \n ' })],
  ['blocks.0.numbers.0.value', one({ kind: 'numbers', numbers: [{ value: '', label: 'Learners' }] })],
  ['blocks.0.numbers', one({ kind: 'numbers', numbers: [] })],
  ['blocks.0.numbers', one({ kind: 'numbers', numbers: Array(5).fill({ value: '1', label: 'x' }) })],
  ['blocks.0.quotes.0.text', one({ kind: 'quotes', quotes: [{ text: 'Good\nBcc: x', author: 'Ada' }] })],
  ['blocks.0.courses.0', one({ kind: 'featured', courses: ['sql-from-scratch'] })],
  ['blocks.0.id', { blocks: [{ id: '<b>', kind: 'lab' }] }],
  ['blocks.0.kind', one({ kind: 'iframe' })],
  ['blocks', { blocks: [] }],
  ['blocks', one({ kind: 'lab', hidden: true })],
  ['blocks', { blocks: [one({ kind: 'faq' }), one({ kind: 'faq' })].flatMap(({ blocks }) => blocks) }],
  ['blocks', { blocks: ['a', 'b'].map((id) => ({ id, kind: 'hero' })) }],
  ['blocks', { blocks: Array.from({ length: 21 }, (_, at) => ({ id: `b${at}`, kind: 'faq' })) }],
])('the fault is at %s of %j', (path, page) => {
  const { error } = landingForm.safeParse(page);
  expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
});
