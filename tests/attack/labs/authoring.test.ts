import { expect } from 'vitest';
import { openSchool } from '#tests/attack/kit/school';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { LAB_SOURCE, makeLab } from '#tests/kit/lab-room';
import { openVerbs } from '#tests/kit/verbs';

test('what is sent as a lab stays in its folder and within its limits, and nobody but an author sends any', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { content, id: courseId } = await makeCourse(verbs, { content: [{ title: 'Double' }] });
  const id = await makeLab(verbs.services, { courseId, sectionId: content[0]?.id });
  const school = await openSchool(db, { people: new Map([['admin', verbs.as('admin').viewer]]) });
  const send = async (source: object, who: 'admin' | 'visitor' = 'admin') => {
    const body = { source, version: 1 };
    const reply = await school.ask(who, 'PUT', `/api/admin/labs/${id}/source`, { body });
    return `${reply.status} ${((await reply.json()) as { code?: string }).code}`;
  };
  const hostile: Record<string, object> = {
    'a path that leads out': { ...LAB_SOURCE, 'files/../../../etc/cron.d/x': 'x' },
    'a path from the root': { ...LAB_SOURCE, '/etc/passwd': 'x' },
    'a path of another system': { ...LAB_SOURCE, 'files/..\\x.js': 'x' },
    'a hidden file': { ...LAB_SOURCE, 'files/.env': 'x' },
    'a name that breaks lines': { ...LAB_SOURCE, 'files/a\nb.js': 'x' },
    'too many bytes': { ...LAB_SOURCE, 'given/a.txt': 'x'.repeat(257 * 1024) },
    'aliases that grow': {
      ...LAB_SOURCE,
      'lab.yaml': `a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: [*b, *b, *b, *b, *b, *b, *b, *b]\n`,
    },
  };
  for (const [what, source] of Object.entries(hostile))
    expect([what, await send(source)]).toEqual([what, '422 LAB_FAULTY']);
  expect(await send({ ...LAB_SOURCE, [`files/${'x'.repeat(300)}`]: 'x' })).toBe('400 BAD_INPUT');
  const many = Object.fromEntries(Array.from({ length: 81 }, (_, at) => [`files/${at}.js`, 'x']));
  expect(await send(many)).toBe('400 BAD_INPUT');
  expect(await send({ ...LAB_SOURCE, 'given/a.txt': 'x'.repeat(1_000_000) })).toBe('413 BODY_TOO_LARGE');
  expect(await send({ ...LAB_SOURCE, 'given/a.txt': 7 })).toBe('400 BAD_INPUT');
  expect(await send(LAB_SOURCE, 'visitor')).toBe('401 SIGN_IN_REQUIRED');
  const specs = await db.kysely.selectFrom('lab_specs').select('version').execute();
  expect(specs).toEqual([{ version: 1 }]);
});
