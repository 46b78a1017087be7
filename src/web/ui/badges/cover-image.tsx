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
  // The point that stays visible where it is cropped is behind its address (decision 155).
  const [file = '', focus] = thumbnail.split('#');
  // Every uploaded cover has a small copy (decision 108).
  const isUpload = /^\/media\/.*\.webp$/.test(file);
  const loading = eager ? 'eager' : 'lazy';
  return (
    <img
      className={classes.cover}
      src={file || drawn}
      style={focus ? { objectPosition: `${focus.replace(',', '% ')}%` } : undefined}
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
