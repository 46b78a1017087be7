import type { BlockOf } from '#contract/administration/landing';

interface OwnPictureProps {
  picture: NonNullable<BlockOf<'picture'>['picture']>;
  alt: string | undefined;
  className: string | undefined;
  /** Above the fold: fetched at once. */
  eager?: boolean;
}

/** A picture of the landing page, in the width that the screen needs. */
export function OwnPicture({ alt = '', className, eager, picture }: OwnPictureProps) {
  // The point that stays visible where it is cropped is behind its address (decision 155).
  const [file = '', focus] = picture.address.split('#');
  // Every uploaded one has a small copy (decision 108).
  const isUpload = /^\/media\/.*\.webp$/.test(file);
  return (
    <img
      className={className}
      src={file}
      {...(isUpload && {
        srcSet: `${file.replace('.', '-640.')} 640w, ${file} ${picture.width ?? 1280}w`,
        sizes: eager ? '(min-width: 900px) 36rem, 100vw' : '(min-width: 1200px) 75rem, 100vw',
      })}
      style={focus ? { objectPosition: `${focus.replace(',', '% ')}%` } : undefined}
      alt={alt}
      width={picture.width ?? undefined}
      height={picture.height ?? undefined}
      loading={eager ? 'eager' : 'lazy'}
    />
  );
}
