import type { OpenCourse } from '#contract/courses/course-shapes';
import { slugPath } from '#domain/courses/page-paths';
import { authorsJsonLd } from '#web/lib/json-ld/author-json-ld.ts';
import type { SiteInfo } from '#web/lib/site-info.ts';

type DescribedCourse = Partial<Pick<OpenCourse, 'tags'>> &
  Pick<
    OpenCourse,
    | 'authors'
    | 'description'
    | 'level'
    | 'minutes'
    | 'outcomes'
    | 'rating'
    | 'shareImage'
    | 'slug'
    | 'subscriptionLevel'
    | 'title'
  >;

/** What search engines read of a course: schema.org Course with its instance and offers; left out: it is free. */
export function courseJsonLd(
  course: DescribedCourse,
  { publicUrl, school }: Pick<SiteInfo, 'publicUrl' | 'school'>,
  offers: readonly object[] = [offerJsonLd({ category: 'Free', price: '0', priceCurrency: 'USD' })],
): object {
  const hours = Math.floor(course.minutes / 60);
  return {
    '@type': 'Course',
    name: course.title,
    description: course.description,
    url: `${publicUrl}${slugPath(course.slug)}`,
    image: `${publicUrl}${course.shareImage}`,
    educationalLevel: course.level,
    keywords: course.tags?.join(', '),
    teaches: course.outcomes,
    isAccessibleForFree: course.subscriptionLevel === 'free',
    ...authorsJsonLd(course.authors, publicUrl),
    provider: { '@type': 'Organization', name: school.name, url: publicUrl },
    offers,
    ...(course.rating && { aggregateRating: ratingJsonLd(course.rating) }),
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseWorkload: `PT${hours}H${course.minutes % 60}M`,
    },
  };
}

function ratingJsonLd({ average, count }: NonNullable<OpenCourse['rating']>): object {
  return {
    '@type': 'AggregateRating',
    ratingValue: average,
    ratingCount: count,
    bestRating: 5,
    worstRating: 1,
  };
}

interface OfferTerms {
  readonly category: 'Free' | 'Subscription';
  /** With a point for decimals. */
  readonly price: string;
  readonly priceCurrency: string;
  readonly url?: string;
  readonly priceSpecification?: object;
}

/** schema.org Offer of something that can be had at once. */
export function offerJsonLd(terms: OfferTerms): object {
  return { '@type': 'Offer', availability: 'https://schema.org/InStock', ...terms };
}
