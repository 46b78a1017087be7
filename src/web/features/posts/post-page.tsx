import { type ReactNode, Suspense } from 'react';
import type { OpenPost } from '#contract/courses/posts';
import { separateIds } from '#domain/writing/separate-ids';
import { formatDate } from '#web/lib/format.ts';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { CoverImage } from '#web/ui/badges/cover-image.tsx';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { Prose } from '#web/ui/prose/prose.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './post.module.css';

const VideoPlayer = latePart(() => import('#web/ui/prose/video-player.tsx'), 'VideoPlayer');

const StateNote = latePart(() => import('#web/ui/feedback/state-note.tsx'), 'StateNote');

interface PostPageProps {
  post: OpenPost;
  /** Who wrote it. */
  byline: ReactNode;
  /** What readers say about it. */
  children?: ReactNode;
}

/** An article, set for reading. */
export function PostPage({ byline, children, post }: PostPageProps) {
  const { categories, description, minutes, publishedAt, sections, slug, thumbnail, title } = post;
  const texts = separateIds(sections.map(({ html }) => html));
  return (
    <Page width="text">
      <p className={classes.back}>
        <TextLink to="/blogs" quiet>
          {m.posts_back()}
        </TextLink>
      </p>
      <article>
        <header className={classes.head}>
          <p className={classes.facts}>
            <TierBadge tier={post.subscriptionLevel} />
            <span>{m.posts_minutes({ minutes })}</span>
          </p>
          <h1>{title}</h1>
          <p className={classes.lead}>{description}</p>
          <div className={classes.byline}>{byline}</div>
          <p className={classes.facts}>
            {publishedAt && <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>}
            {categories.map((category) => (
              <TextLink key={category.id} to="/courses" search={{ category: category.slug }} quiet>
                {category.name}
              </TextLink>
            ))}
          </p>
          {post.state !== 'published' && (
            <Suspense>
              <StateNote state={post.state} />
            </Suspense>
          )}
          <div className={classes.cover}>
            <CoverImage thumbnail={thumbnail} slug={slug} category={categories[0]?.slug} eager />
          </div>
        </header>
        {sections.map((section, at) => (
          <section key={section.id} aria-label={section.title}>
            {sections.length > 1 && <h2 className={classes.title}>{section.title}</h2>}
            {section.type === 'video' && section.video === null && (
              <p role="note">{m.courses_video_unavailable()}</p>
            )}
            {section.video && (
              <Suspense fallback={<div className={classes.frame} />}>
                <VideoPlayer video={section.video} title={section.title} />
              </Suspense>
            )}
            <Prose html={texts[at] ?? ''} runs />
          </section>
        ))}
      </article>
      {children}
    </Page>
  );
}
