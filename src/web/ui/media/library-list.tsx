import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { UploadedFile } from '#web/lib/media/use-upload.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '../button.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { LoadingState } from '../feedback/loading-state.tsx';
import { FilterSelect } from '../fields/filter-select.tsx';
import { SearchField } from '../fields/search-field.tsx';
import { MoreButton } from '../more-button.tsx';
import classes from './library-list.module.css';

/** What a place can take of the library. */
export type LibraryType = 'images' | 'pictures' | 'videos' | 'playable' | 'captions' | 'files';

interface LibraryListProps {
  type: LibraryType;
  onPick: (file: UploadedFile) => void;
  /** Shown where the library has none of this type. */
  empty?: ReactNode;
}

/** The newest files of one type, or those that are looked for; nothing where there are none. */
export function LibraryList({ empty = null, onPick, type }: LibraryListProps) {
  const api = useApi();
  const [q, setQ] = useState('');
  const [tag, setTag] = useState<string>();
  const query = useInfiniteQuery({
    queryKey: ['admin', 'media', 'pick', type, q, tag ?? ''],
    queryFn: ({ pageParam, signal }) =>
      api.media.list(
        { type, ...(q && { q }), ...(tag && { tag }), ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data, error, refetch } = query;
  const files = data?.pages.flatMap(({ items }) => items);
  const tags = data?.pages[0]?.tags ?? [];
  const isWhole = q === '' && !tag;
  const failed = error && !files && (
    <ErrorState error={error} heading="h3">
      <Button onClick={() => refetch()}>{m.shell_error_retry()}</Button>
    </ErrorState>
  );
  if (isWhole && files?.length === 0) return empty;
  // Where this is all there is to see, it says that it is on its way.
  if (isWhole && !files) return failed || (empty && <LoadingState inline />);
  return (
    <section className={classes.library} aria-label={m.media_recent()}>
      <div className={classes.filters}>
        <SearchField
          size="sm"
          label={m.media_recent_search()}
          placeholder={m.media_recent_search()}
          maxLength={200}
          onChange={({ target }) => setQ(target.value.trim())}
        />
        {tags.length > 0 && (
          <FilterSelect
            label={m.media_tag()}
            all={m.media_tag_all()}
            options={tags}
            word={(each) => each}
            value={tag}
            onChange={setTag}
          />
        )}
      </div>
      <ul className={classes.files}>
        {files?.map((file) => (
          <li key={file.id}>
            <Pick file={file} onPick={() => onPick(file)} />
          </li>
        ))}
      </ul>
      {failed}
      {files?.length === 0 && <p role="status">{m.media_none_found()}</p>}
      <MoreButton list={query}>{m.media_more()}</MoreButton>
    </section>
  );
}

function Pick({ file, onPick }: { file: UploadedFile; onPick: () => void }) {
  const { ending, name } = file;
  const src = file.video?.poster ?? file.src;
  return (
    <button type="button" aria-label={m.media_recent_pick({ name })} title={name} onClick={onPick}>
      {src === '' ? (
        <span className={classes.ending}>{ending.toUpperCase()}</span>
      ) : (
        <img src={src} alt="" loading="lazy" width="160" height="120" />
      )}
      {(src === '' || file.video) && <span className={classes.name}>{name}</span>}
    </button>
  );
}
