import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { filesIn } from '#web/lib/media/picture-text.ts';
import type { SurfaceProps } from './surface.ts';

/** What has a sign in Markdown; other HTML is the plain text in the look of its program. */
const FORMATTED =
  /<(?:h[1-6]|a|b|strong|i|em|s|del|strike|u|su[bp]|ul|ol|li|table|img|blockquote|pre|code|hr)\b|font-weight:\s*(?:bold|[6-9]00)|mso-list/i;
/** Code editors send their colors as HTML. */
const FROM_CODE = /^(?:vscode-editor-data|application\/vnd\.code)/;

/** Files that are pasted or dropped are given on, and HTML with its plain text, which is inserted at once. */
export function pasteAndDrop({ onFiles, onHtml }: Pick<SurfaceProps, 'onFiles' | 'onHtml'>): Extension {
  let isPlain = false;
  return EditorView.domEventHandlers({
    // Where the browser gives the format even then.
    keydown: ({ ctrlKey, key, metaKey, shiftKey }) => {
      isPlain = shiftKey && (ctrlKey || metaKey) && key.toLowerCase() === 'v';
    },
    paste: (event, view) => {
      const data = event.clipboardData;
      if (!data) return false;
      const files = filesIn(data);
      if (files.length > 0) {
        onFiles(files);
        return true;
      }
      const html = data.getData('text/html');
      const isCode = data.types.some((type) => FROM_CODE.test(type));
      if (isPlain || isCode || !FORMATTED.test(html)) return false;
      const text = data.getData('text/plain').replace(/\r\n?/g, '\n');
      const { from, to } = view.state.selection.main;
      view.dispatch({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
        scrollIntoView: true,
        userEvent: 'input.paste',
      });
      onHtml(html, { text, at: from });
      return true;
    },
    drop: (event, view) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return false;
      view.dispatch({
        selection: { anchor: view.posAtCoords({ x: event.clientX, y: event.clientY }, false) },
      });
      onFiles(files);
      return true;
    },
  });
}
