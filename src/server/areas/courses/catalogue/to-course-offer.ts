import type { CourseOffer, NamedAuthor } from '#contract/courses/course-shapes';
import type { CourseRating } from '#domain/reviews/rating-of';
import type { CourseRow, OutlineRow } from '../sql.ts';
import { type Refusal, toLockedCourse } from './to-locked-course.ts';

/** What a closed course shows of itself to somebody who may want to buy it: no key, address or word of a section but the keys of samples. */
export function toCourseOffer(
  refusal: Refusal,
  course: CourseRow & {
    cover: string;
    named_authors: NamedAuthor[];
    sections: readonly OutlineRow[];
    shareImage: string;
    rating: CourseRating | null;
  },
): CourseOffer {
  return {
    ...toLockedCourse(refusal, course),
    state: course.state,
    description: course.description,
    outcomes: course.outcomes,
    categories: course.categories,
    thumbnail: course.cover,
    authors: course.named_authors,
    id: course.id,
    shareImage: course.shareImage,
    rating: course.rating,
    certificate: course.certificate,
    minutes: course.sections.reduce((sum, { minutes }) => sum + minutes, 0),
    sections: course.sections.map(({ chapter, key, minutes, order, sample, sectionType, title }) => ({
      title,
      chapter,
      sectionType,
      minutes,
      order,
      sampleKey: sample ? key : null,
    })),
  };
}
