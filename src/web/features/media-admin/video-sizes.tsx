import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MediaFile, VideoSizes as Sizes } from '#contract/administration/media';
import type { RenditionFault } from '#domain/media/rendition-states';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { sizeText } from '#web/lib/media/size-text.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './video-fields.module.css';

const FAULTS: Readonly<Record<RenditionFault, () => string>> = {
  unreadable: m.media_sizes_fault_unreadable,
  timeout: m.media_sizes_fault_timeout,
  disk: m.media_sizes_fault_disk,
  full: m.media_sizes_fault_full,
  failed: m.media_sizes_fault_failed,
};

/** The smaller sizes of a video: which there are, how far they are, or why there are none. */
export function VideoSizes({ file: { id, sizes }, makesSizes }: { file: MediaFile; makesSizes: boolean }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  if (!sizes) return null;
  const remake = async () => {
    setBusy(true);
    try {
      await api.media.remakeSizes({ id });
      toast({ title: m.media_sizes_asked() });
    } catch (error) {
      toastFailure(error);
    }
    await queryClient.invalidateQueries({ queryKey: ['admin', 'media'] });
    setBusy(false);
  };
  const isOver = sizes.state === 'ready' || sizes.state === 'failed';
  return (
    <section className={classes.part}>
      <h3 className={classes.name}>{m.media_sizes()}</h3>
      <p role="status">{wordsOf(sizes, makesSizes)}</p>
      {sizes.state === 'making' && <progress max={100} value={sizes.percent} aria-label={m.media_sizes()} />}
      {makesSizes && sizes.state === 'ready' && <p>{m.media_sizes_help()}</p>}
      {makesSizes && isOver && (
        <div>
          <Button variant="quiet" size="sm" busy={busy} onClick={remake}>
            {sizes.state === 'failed' ? m.media_sizes_retry() : m.media_sizes_again()}
          </Button>
        </div>
      )}
    </section>
  );
}

function wordsOf({ bytes, fault, names, percent, state }: Sizes, makesSizes: boolean): string {
  if (state === 'ready') return m.media_sizes_ready({ names: names.join(', '), size: sizeText(bytes) });
  if (!makesSizes) return m.media_sizes_none();
  if (state === 'making') return m.media_sizes_making({ percent });
  const reason = fault && FAULTS[fault]();
  if (state === 'failed') return reason ?? m.media_sizes_fault_failed();
  return reason ? m.media_sizes_retried({ reason }) : m.media_sizes_waiting();
}
