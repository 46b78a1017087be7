import { expect, test } from 'vitest';
import { withItsMessages } from './vite-messages.ts';

const messages = {
  isMessage: (key: string) => ['courses_size', 'shell_home', 'shell_menu'].includes(key),
  ownCode: (key: string) =>
    key === 'shell_menu' ? 'export const shell_menu = () => `Open $& menu`;' : undefined,
};

test('a module imports by themselves the messages that it uses, once each', () => {
  const code = withItsMessages(
    "import { m } from '#web/lib/messages.ts';\nm.courses_size({ n: 1 }); m.shell_home(); m.shell_home();",
    messages,
  );
  expect(code.match(/import [^;]+/g)).toEqual([
    expect.stringMatching(/import \{ courses_size as m_courses_size \} from '.*one\/courses_size\.js'/),
    expect.stringMatching(/import \{ shell_home as m_shell_home \} from '.*one\/shell_home\.js'/),
  ]);
  expect(code).toContain('m_courses_size({ n: 1 }); m_shell_home(); m_shell_home();');
});

test('what only it says stands in it', () => {
  const code = withItsMessages("import { m } from '#web/lib/messages.ts';\nm.shell_menu();", messages);
  expect(code).toBe('const m_shell_menu = () => `Open $& menu`;\nm_shell_menu();');
});

test('what else it imports from there stays, and what only looks like a message', () => {
  const code = withItsMessages(
    'import { LANGUAGES, m } from "../messages.ts";\nLANGUAGES.map((m) => m.length);',
    messages,
  );
  expect(code).toMatch(
    /^import \{ LANGUAGES \} from '.*languages\.js';\nLANGUAGES\.map\(\(m\) => m\.length\);$/,
  );
});
