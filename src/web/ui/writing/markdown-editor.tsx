import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import fieldClasses from '../fields/form-field.module.css';
import { isEscape } from '../fields/is-escape.ts';
import classes from './markdown-editor.module.css';
import { PlainSurface } from './plain-surface.tsx';
import { PreviewPane } from './preview-pane.tsx';
import type { WritingSurface } from './surface.ts';
import { TextCount } from './text-count.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useHtmlPaste } from './use-html-paste.ts';
import { useInserting } from './use-inserting.tsx';
import { useSurface } from './use-surface.ts';
import { WritingToolbar } from './writing-toolbar.tsx';
import { SHORT_TOOLS, WRITING_TOOLS } from './writing-tools.ts';

const WIDE = '(min-width: 1024px)';
const FULL = 'M3.5 7.5V3.5h4M16.5 7.5V3.5h-4M3.5 12.5v4h4M16.5 12.5v4h-4';
const SEEN =
  'M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10zM10 7.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z';

interface MarkdownEditorProps {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** For focusing the field when it is at fault. */
  ref?: Ref<{ focus: () => void }>;
  /** Whether the preview stands beside the text where there is room, before somebody chooses; not of a short text. */
  hasPreview?: boolean;
  /** Whether runnable code runs in the preview. */
  runs?: boolean;
  /** `sm` is for a short text among other fields: fewer tools, and as high as the text. */
  size?: 'sm' | 'md' | 'lg';
}

/**
 * Markdown with everything for writing it: toolbar, slash menu, shortcuts, pictures and files, links, paste from elsewhere,
 * preview, full screen. The value is the Markdown as it is stored.
 */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { error, help, label, onBlur, onChange, ref, runs = false, size = 'md', value } = props;
  const isShort = size === 'sm';
  const hasPreview = props.hasPreview ?? !isShort;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const surface = useRef<WritingSurface>(null);
  const [isSeen, setSeen] = useState(() => hasPreview && globalThis.matchMedia?.(WIDE).matches);
  const [isFull, setFull] = useFullScreen(frame);
  const began = useRef<readonly [number, number] | null>(null);
  const CodeSurface = useSurface();
  const inserting = useInserting(surface);
  const onHtml = useHtmlPaste(surface);
  useImperativeHandle(ref, () => ({ focus: () => surface.current?.focus() }));
  const onTool = (name: string) => {
    const tool = WRITING_TOOLS.find((one) => one.id === name);
    const it = surface.current;
    if (!tool || !it) return;
    if (tool.asks) return inserting.ask(tool.asks);
    if (tool.edit) it.apply(tool.edit(it.selected()));
    else if (name === 'undo') it.undo();
    else it.redo();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isEscape(event) || !isFull || event.defaultPrevented) return;
    event.preventDefault();
    setFull(false);
  };
  const described = [error && `${id}-error`, `${id}-help`].filter(Boolean).join(' ');
  const shared = {
    ref: surface,
    id,
    labelId: `${id}-label`,
    describedBy: described,
    isInvalid: Boolean(error),
    value,
    onChange,
    onBlur,
    onFiles: inserting.takeFiles,
    onHtml,
    onTool,
  };
  return (
    <div className={`${fieldClasses.field} ${classes.whole}`}>
      <div className={fieldClasses.label}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on a label leads to its field, which the keyboard reaches itself. */}
        <label id={`${id}-label`} htmlFor={id} onClick={() => surface.current?.focus()}>
          {label}
        </label>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles here from the parts that take the focus. */}
      <div
        ref={frame}
        className={classes.frame}
        data-full={isFull || undefined}
        data-seen={isSeen || undefined}
        data-size={size}
        data-fault={Boolean(error) || undefined}
        onKeyDown={onKeyDown}
      >
        <WritingToolbar
          controls={id}
          tools={isShort ? SHORT_TOOLS : WRITING_TOOLS}
          onTool={onTool}
          switches={[
            {
              id: 'preview',
              name: m.writing_preview(),
              icon: SEEN,
              isOn: isSeen,
              onClick: () => setSeen(!isSeen),
            },
            { id: 'full', name: m.writing_full(), icon: FULL, isOn: isFull, onClick: () => setFull(!isFull) },
          ]}
        />
        <div className={classes.panes}>
          <div className={classes.source}>
            {CodeSurface ? (
              <CodeSurface {...shared} began={began} />
            ) : (
              <PlainSurface {...shared} rows={isShort ? 4 : 18} leaves={began} />
            )}
          </div>
          {isSeen && <PreviewPane markdown={value} runs={runs} />}
        </div>
        <div className={classes.foot}>
          {!isShort && <TextCount text={value} />}
          <p id={`${id}-help`}>
            {help} {m.writing_help()} {isFull && m.writing_full_help()}
          </p>
        </div>
      </div>
      {error && (
        <p id={`${id}-error`} className={fieldClasses.error} role="alert">
          {error}
        </p>
      )}
      {inserting.dialog}
    </div>
  );
}
