import { focusOf } from '#domain/media/focus';
import classes from './cover-image.module.css';

interface CoverImageProps {
  /** The picture's address; empty: the server draws a composition from slug and category. */
  thumbnail: string;
  slug: string;
  /** Slug of the first category; decides the colours of a drawn cover. */
  category: string | undefined;
  /** Above the fold: fetched at once. */
  eager?: boolean;
}

const SIZES = '(min-width: 40rem) 24rem, 100vw';

/** The cover of a course. It is decoration: the title beside it says what it is. */
export function CoverImage({ thumbnail, slug, category, eager }: CoverImageProps) {
  const drawn = `/covers/${slug}.svg${category ? `?category=${encodeURIComponent(category)}` : ''}`;
  // Every uploaded cover has a small copy (decision 108).
  const [file = ''] = thumbnail.split('#');
  const isUpload = /^\/media\/.*\.webp$/.test(file);
  const { x, y } = focusOf(thumbnail);
  const loading = eager ? 'eager' : 'lazy';
  return (
    <img
      className={classes.cover}
      src={file || drawn}
      {...(file !== thumbnail && { style: { objectPosition: `${x}% ${y}%` } })}
      {...(isUpload && {
        srcSet: `${file.replace('.', '-640.')} 640w, ${file} 1280w`,
        sizes: SIZES,
      })}
      alt=""
      width="640"
      height="360"
      loading={loading}
    />
  );
}
