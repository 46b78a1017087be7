import type { ExampleLanguage } from '#domain/labs/examples';
import type { Example } from '#domain/labs/run-example';
import { m } from '#web/lib/messages.ts';
import type { MountExample } from './examples.ts';

interface Furnished {
  /** The block, and the frame around it. */
  readonly code: HTMLElement;
  readonly frame: HTMLElement;
  readonly text: HTMLElement;
  readonly open: () => Promise<MountExample>;
  readonly signal: AbortSignal;
}

/** The button that turns a block of code into an editor. Nothing is fetched before it is pressed. */
export function addRunButton(furnished: Furnished): void {
  const { frame, signal } = furnished;
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.edit = '';
  button.textContent = m.ui_edit_and_run();
  button.addEventListener('click', async () => {
    button.disabled = true;
    button.textContent = m.ui_edit_opening();
    const mounted = await mount(furnished).catch(() => false);
    if (signal.aborted) return;
    button.disabled = false;
    button.textContent = mounted ? m.ui_edit_and_run() : m.ui_edit_failed();
    if (mounted) button.remove();
  });
  frame.append(button);
  signal.addEventListener('abort', () => button.remove());
}

async function mount({ code, frame, open, signal, text }: Furnished): Promise<boolean> {
  const mountExample = await open();
  if (signal.aborted) return false;
  const place = document.createElement('div');
  frame.after(place);
  frame.dataset.edited = '';
  const unmount = mountExample(place, exampleOf(code, text));
  signal.addEventListener('abort', () => {
    delete frame.dataset.edited;
    unmount();
  });
  return true;
}

/** The code of a block, and what the text has its language begin with. */
function exampleOf(code: HTMLElement, text: HTMLElement): Example {
  const language = code.dataset.run as ExampleLanguage;
  const setup = [...text.querySelectorAll(`pre[data-setup="${language}"]`)];
  return { language, code: code.textContent ?? '', setup: setup.map((block) => block.textContent ?? '') };
}
