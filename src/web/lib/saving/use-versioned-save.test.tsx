import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { useVersionedSave } from './use-versioned-save.ts';

interface Values {
  readonly title: string;
  readonly words: string;
}
type Stored = Values & { readonly version: number };
const first: Stored = { version: 1, title: 'Title', words: 'Words' };
const valuesOf = ({ title, words }: Stored): Values => ({ title, words });
const refused = (current: Stored) =>
  new ApiError({
    code: 'VERSION_CONFLICT',
    status: 409,
    message: 'Somebody saved',
    requestId: 'r',
    fields: {},
    data: { current },
  });

type Hook = ReturnType<typeof useVersionedSave<Stored, Values>>;
type Options = Parameters<typeof useVersionedSave<Stored, Values>>[0];

function Editor({ options, report }: { options: Options; report: (hook: Hook) => void }) {
  report(useVersionedSave<Stored, Values>(options));
  return null;
}

/** The hook as it stands after its first render, with what it was given. */
function start(typed: Values, send: (values: Values) => Promise<Stored>) {
  const show = vi.fn();
  const agree = vi.fn(() => Promise.resolve(true));
  const options = {
    agree,
    first,
    send,
    show,
    valuesOf,
    begin: valuesOf(first),
    typed: () => typed,
    onSaved: () => {},
    onFailed: () => {},
  };
  const hooks: Hook[] = [];
  renderToStaticMarkup(<Editor options={options} report={(hook) => hooks.push(hook)} />);
  const [hook] = hooks;
  if (!hook) throw new Error('not rendered');
  return { agree, hook, shown: show };
}

test('what was typed during a save stays when the conflict that it met is settled', async () => {
  const begunWith = { title: 'Mine', words: 'Words' };
  const typed = { title: 'Mine', words: 'Words, and typed on' };
  const { hook, shown } = start(typed, async (values) => ({ ...values, version: 3 }));
  const theirs = { version: 2, title: 'Theirs', words: 'Words' };
  await hook.settle(
    {
      begunWith,
      base: valuesOf(first),
      mine: begunWith,
      fields: [['title']],
      current: theirs,
      round: 1,
      theirs: { version: 2, values: valuesOf(theirs) },
      agreed: { from: valuesOf(first), to: begunWith },
    },
    { title: 'theirs' },
  );
  expect(shown).toHaveBeenCalledExactlyOnceWith(
    { title: 'Theirs', words: 'Words, and typed on' },
    { title: 'Theirs', words: 'Words' },
  );
});

test('a save that is merged says what was agreed to before', async () => {
  const mine = { title: 'Mine', words: 'Words' };
  const send = vi
    .fn<(values: Values) => Promise<Stored>>()
    .mockRejectedValueOnce(refused({ version: 2, title: 'Title', words: 'Theirs' }))
    .mockImplementation(async (values) => ({ ...values, version: 3 }));
  const { agree, hook } = start(mine, send);
  await hook.save(mine);
  const change = { from: valuesOf(first), to: mine };
  const merged = { from: { title: 'Title', words: 'Theirs' }, to: { title: 'Mine', words: 'Theirs' } };
  expect(agree.mock.calls).toEqual([
    [change, null],
    [merged, change],
  ]);
});

test('only while all that stands in the form is being saved may one leave it unasked', async () => {
  const typed = { title: 'Mine', words: 'Words' };
  const saved = Promise.withResolvers<Stored>();
  const { hook } = start(typed, () => saved.promise);
  expect(hook.isSent()).toBe(false);
  const saving = hook.save({ ...typed });
  expect(hook.isSent()).toBe(true);
  typed.words = 'Words, and typed on';
  expect(hook.isSent()).toBe(false);
  typed.words = 'Words';
  saved.resolve({ ...typed, version: 2 });
  await saving;
  expect(hook.isSent()).toBe(false);
});
