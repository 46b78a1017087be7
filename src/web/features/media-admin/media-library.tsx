import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { MediaFile } from '#contract/administration/media';
import { sizeText } from '#web/lib/media/size-text.ts';
import { m } from '#web/lib/messages.ts';
import { useAsked } from '#web/lib/saving/use-asked.ts';
import { useApi } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { FilterSelect } from '#web/ui/fields/filter-select.tsx';
import { StateFilter } from '#web/ui/fields/state-filter.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { FileDialog } from './file-dialog.tsx';
import classes from './media-library.module.css';
import { MediaTile } from './media-tile.tsx';
import { MediaUpload } from './media-upload.tsx';
import { type MediaPage, type MediaSearch, mediaQuery } from './queries.ts';

const STATES = [
  { state: undefined, label: m.media_all },
  { state: 'pictures', label: m.media_pictures },
  { state: 'covers', label: m.media_covers },
  { state: 'videos', label: m.media_videos },
  { state: 'audio', label: m.media_audio },
  { state: 'files', label: m.media_files },
  { state: 'unused', label: m.media_unused },
] as const;

const LOOK_MS = 5000;

/** Whether smaller sizes of this video are on their way. */
function isMade(pages: readonly MediaPage[] = [], id: string): boolean {
  const sizes = pages.flatMap(({ items }) => items).find((file) => file.id === id)?.sizes;
  return pages[0]?.makesSizes === true && (sizes?.state === 'making' || sizes?.state === 'waiting');
}

/** Every file that authors use or may use: found, uploaded, described, deleted where nothing uses it. */
export function MediaLibrary({ search }: { search: MediaSearch }) {
  const navigate = useNavigate();
  // The file itself: it may leave the list, and what is typed about it stays.
  const { ask, asked: opened, close } = useAsked<MediaFile>();
  const query = useInfiniteQuery({
    ...mediaQuery(useApi(), search),
    placeholderData: keepPreviousData,
    // The open video shows how far its sizes are.
    refetchInterval: ({ state }) => (opened && isMade(state.data?.pages, opened.id) ? LOOK_MS : false),
  });
  const { data, error } = query;
  const items = data?.pages.flatMap((page) => page.items);
  const [first] = data?.pages ?? [];
  const open = items?.find(({ id }) => id === opened?.id) ?? opened;
  const isFiltered = Boolean(search.q || search.state || search.tag);
  const tags = first?.tags ?? [];
  const change = (changes: { [Name in keyof MediaSearch]: MediaSearch[Name] | undefined }) => {
    const next = Object.entries({ ...search, ...changes }).filter(([, value]) => value);
    navigate({
      to: '/admin/media',
      search: Object.fromEntries(next),
      replace: true,
      resetScroll: false,
      // The page stays, and so does an upload.
      ignoreBlocker: true,
    });
  };
  return (
    <Page>
      <PageHeader title={m.media_title()} lead={m.media_lead()} />
      <MediaUpload />
      <StateFilter
        search={m.media_search()}
        q={search.q}
        legend={m.media_type()}
        states={STATES}
        state={search.state}
        onChange={change}
      />
      {(tags.length > 0 || search.tag) && (
        <div className={classes.tags}>
          <FilterSelect
            label={m.media_tag()}
            all={m.media_tag_all()}
            options={search.tag && !tags.includes(search.tag) ? [search.tag, ...tags] : tags}
            word={(tag) => tag}
            value={search.tag}
            onChange={(tag) => change({ tag })}
          />
        </div>
      )}
      {first && (
        <p className={classes.room}>
          {m.media_room({ used: sizeText(first.bytes), most: sizeText(first.maxBytes) })}
        </p>
      )}
      {first && !first.makesSizes && <p className={classes.room}>{m.media_sizes_none()}</p>}
      {error && !items && <ErrorState error={error} heading="h2" />}
      {!items && !error && <LoadingState inline />}
      {items?.length === 0 && (
        <EmptyState
          title={isFiltered ? m.media_none_found() : m.media_none()}
          text={
            isFiltered ? search.state === 'unused' && !search.q && m.media_none_unused() : m.media_none_text()
          }
        />
      )}
      <ul className={classes.grid}>
        {items?.map((file) => (
          <MediaTile key={file.id} file={file} onOpen={() => ask({ ...file })} />
        ))}
      </ul>
      <MoreButton list={query}>{m.media_more()}</MoreButton>
      {open && (
        <FileDialog file={open} makesSizes={first?.makesSizes ?? false} onClose={() => close(opened)} />
      )}
    </Page>
  );
}
