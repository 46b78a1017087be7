import { expect, test } from 'vitest';
import { withOneImportEach } from './vite-messages.ts';

const isMessage = (key: string) => key === 'courses_size' || key === 'shell_home';

test('a module imports by themselves the messages that it uses, once each', () => {
  const code = withOneImportEach(
    "import { m } from '#web/lib/messages.ts';\nm.courses_size({ n: 1 }); m.shell_home(); m.shell_home();",
    isMessage,
  );
  expect(code.match(/import [^;]+/g)).toEqual([
    expect.stringMatching(/import \{ courses_size as m_courses_size \} from '.*one\/courses_size\.js'/),
    expect.stringMatching(/import \{ shell_home as m_shell_home \} from '.*one\/shell_home\.js'/),
  ]);
  expect(code).toContain('m_courses_size({ n: 1 }); m_shell_home(); m_shell_home();');
});

test('what else it imports from there stays, and what only looks like a message', () => {
  const code = withOneImportEach(
    'import { LANGUAGES, m } from "../messages.ts";\nLANGUAGES.map((m) => m.length);',
    isMessage,
  );
  expect(code).toMatch(
    /^import \{ LANGUAGES \} from '.*languages\.js';\nLANGUAGES\.map\(\(m\) => m\.length\);$/,
  );
});
