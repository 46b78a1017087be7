import { useQuery } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Prose } from '#web/ui/prose/prose.tsx';
import { lostNames } from '#web/ui/writing/lost-names.ts';
import { convertedQuery } from '../queries.ts';
import classes from './editor.module.css';
import { lostInMarkdown } from './html-shape.ts';

interface ToMarkdownProps {
  html: string;
  onClose: () => void;
  onConvert: (markdown: string) => void;
}

/** Shows what a page will be in Markdown, and names what Markdown can't hold, before anything changes. */
export function ToMarkdown({ html, onClose, onConvert }: ToMarkdownProps) {
  const { data, error, isFetching, refetch } = useQuery(convertedQuery(useApi(), html));
  const list = data ? lostNames(data.lost, lostInMarkdown(html, data.html)) : '';
  return (
    <Dialog open onClose={onClose} title={m.settings_to_markdown_title()} size="lg">
      <p className={classes.said}>{m.settings_to_markdown_text()}</p>
      {error && !isFetching && (
        <p className={classes.warning} role="alert">
          {m.settings_to_markdown_failed()}
        </p>
      )}
      {isFetching && <LoadingState inline />}
      {data && (
        <>
          <p className={list ? classes.warning : classes.said} role="status">
            {list ? m.settings_to_markdown_lost({ list }) : m.settings_to_markdown_whole()}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <section className={classes.converted} aria-label={m.settings_preview()} tabIndex={0}>
            <Prose html={data.html} />
          </section>
        </>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        {error && !isFetching ? (
          <Button onClick={() => refetch()}>{m.shell_error_retry()}</Button>
        ) : (
          <Button disabled={!data} onClick={() => data && onConvert(data.markdown)}>
            {m.settings_to_markdown()}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
