import { type ReactNode, Suspense } from 'react';
import type { OpenPost } from '#contract/courses/posts';
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

/** An article, set for reading; `children` is what readers say about it. */
export function PostPage({ children, post }: { post: OpenPost; children?: ReactNode }) {
  const { author, categories, description, minutes, publishedAt, sections, slug, thumbnail, title } = post;
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
          <p className={classes.facts}>
            {author && <span>{m.posts_by({ author })}</span>}
            {publishedAt && <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>}
            {categories.map((category) => (
              <TextLink key={category.id} to="/courses" search={{ category: category.slug }} quiet>
                {category.name}
              </TextLink>
            ))}
          </p>
          <Unpublished publishedAt={publishedAt} />
          <div className={classes.cover}>
            <CoverImage thumbnail={thumbnail} slug={slug} category={categories[0]?.slug} eager />
          </div>
        </header>
        {sections.map((section) => (
          <section key={section.id} aria-label={section.title}>
            {sections.length > 1 && <h2 className={classes.title}>{section.title}</h2>}
            {section.type === 'video' && section.video === null && (
              <p role="note">{m.courses_video_unavailable()}</p>
            )}
            {section.video && (
              <Suspense fallback={<div className={classes.film} />}>
                <VideoPlayer video={section.video} title={section.title} />
              </Suspense>
            )}
            <Prose html={section.html} runs />
          </section>
        ))}
      </article>
      {children}
    </Page>
  );
}

/** Told to the administrators who can see it. The browser's clock is good enough for a hint. */
function Unpublished({ publishedAt }: Pick<OpenPost, 'publishedAt'>) {
  if (publishedAt !== null && new Date(publishedAt).getTime() <= Date.now()) return null;
  return (
    <p className={classes.hint} role="note">
      {publishedAt === null ? m.posts_draft() : m.posts_scheduled()}
    </p>
  );
}
