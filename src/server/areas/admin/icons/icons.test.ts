import sharp from 'sharp';
import { expect } from 'vitest';
import { type SchoolSettings, schoolForm } from '#contract/administration/settings';
import { saveSetting } from '#server/areas/settings/save-setting';
import { uploadLogo } from '#server/areas/settings/upload-logo';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { makeIcon } from './make-icon.ts';

test('the icon is the mark of the product, the initial of a school, or its logo, in every form', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const svg = async () => (await makeIcon(services, 'favicon.svg')).bytes.toString();
  let version = 0;
  const become = async (changes: Partial<SchoolSettings>) => {
    const value = schoolForm.parse(changes);
    await saveSetting(services, as('admin'), { name: 'school', form: schoolForm, version, value });
    version += 1;
  };
  expect(await svg()).toContain('prefers-color-scheme');
  const ico = (await makeIcon(services, 'favicon.ico')).bytes;
  expect(ico.toString('hex', 0, 8)).toBe('0000010001002020');
  expect((await sharp(ico.subarray(22)).metadata()).width).toBe(32);

  await become({ name: 'Harbor', color: '#0b6e4f' });
  expect(await svg()).toMatch(
    /fill="#0b6e4f"\/><path fill="#fdfcfa" transform="[^"]+" d="M[^"]+Z?"\/><\/svg>/,
  );
  const { bytes, type } = await makeIcon(services, 'apple-touch-icon.png');
  expect(type).toBe('image/png');
  const { dominant } = await sharp(bytes).stats();
  expect((await sharp(bytes).metadata()).width).toBe(180);
  expect(dominant.g).toBeGreaterThan(dominant.r);
  const shared = (await makeIcon(services, 'share.png')).bytes;
  expect(await sharp(shared).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' });
  expect((await services.settings.current()).seo.image).toMatch(/^\/share\.png\?v=[0-9a-f]{8}$/);
  for (const name of ['Школа', '学校', '42 Lessons']) {
    await become({ name });
    expect(await svg(), name).toContain('<path');
  }
  await become({ name: '!!!' });
  expect(await svg()).toMatch(/fill="#24468f"\/><\/svg>/);

  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9999 9999"><path d="M0 0h9999v9999z"/></svg>';
  const file = (text: string) => new File([text], 'logo.svg');
  await become({ name: 'Harbor', logo: await uploadLogo(services, as('admin'), { file: file(drawing) }) });
  expect(await svg()).toBe(drawing);
  expect((await sharp((await makeIcon(services, 'icon-512.png')).bytes).metadata()).width).toBe(512);
  const wide = drawing.replace('9999 9999', '99 33');
  await become({ name: 'Harbor', logo: await uploadLogo(services, as('admin'), { file: file(wide) }) });
  expect(await svg()).toContain('<rect');
});
