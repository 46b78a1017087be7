import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UploadedFile } from '#web/lib/media/use-upload.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { SearchField } from '../fields/search-field.tsx';
import classes from './picture-dialog.module.css';

const SHOWN = 12;

/** The newest pictures of the library, or those that are looked for; nothing where there are none. */
export function RecentPictures({ onPick }: { onPick: (picture: UploadedFile) => void }) {
  const api = useApi();
  const [q, setQ] = useState('');
  const { data } = useQuery({
    queryKey: ['admin', 'media', 'recent', q],
    queryFn: ({ signal }) => api.media.list({ type: 'pictures', ...(q && { q }) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (!data || (data.items.length === 0 && q === '')) return null;
  return (
    <section aria-label={m.media_recent()}>
      <SearchField
        size="sm"
        label={m.media_recent_search()}
        placeholder={m.media_recent_search()}
        maxLength={200}
        onChange={({ target }) => setQ(target.value.trim())}
      />
      <ul className={classes.recent}>
        {data.items.slice(0, SHOWN).map((picture) => (
          <li key={picture.id}>
            <button
              type="button"
              aria-label={m.media_recent_pick({ name: picture.name })}
              title={picture.name}
              onClick={() => onPick(picture)}
            >
              <img src={picture.src} alt="" loading="lazy" width="160" height="120" />
            </button>
          </li>
        ))}
      </ul>
      {data.items.length === 0 && <p role="status">{m.media_none_found()}</p>}
    </section>
  );
}
