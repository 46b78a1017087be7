import { z } from 'zod';
import { COURSE_STATES } from '#domain/courses/life-cycle';
import { CONTENT_TYPES, LEVELS, SECTION_TYPES } from '#domain/courses/vocabulary';
import { TIERS } from '#domain/tiers';
import { asStored } from '../as-stored.ts';
import { isoTime } from '../paging.ts';
import { shownFields } from './course-fields.ts';

export const level = z.enum(LEVELS);
export const tier = z.enum(TIERS);
export const courseState = z.enum(COURSE_STATES);

/** An author as a course or post names them. */
export const namedAuthor = z.object({
  /** Null: the account was deleted. */
  name: z.string().nullable(),
  avatar: z.string().nullable(),
  /** Of the author's page; null while there is none for everyone. */
  slug: z.string().nullable(),
});
export type NamedAuthor = z.infer<typeof namedAuthor>;

/** What a card of the catalogue shows. */
export const courseCard = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  level,
  subscriptionLevel: tier,
  categories: z.array(z.object({ id: z.uuid(), name: z.string(), slug: z.string() })),
  tags: z.array(z.string()),
  thumbnail: z.string(),
  sections: z.int(),
  /** Reading and working time of all sections. */
  minutes: z.int(),
  createdAt: isoTime,
  updatedAt: isoTime,
  /** Title and description with the matches of a search between U+0002 and U+0003; null without a search. */
  match: z.object({ title: z.string(), description: z.string() }).nullable(),
  /** Above the tier of the caller: listed only where the school shows locked courses. */
  locked: z.boolean(),
});
export type CourseCard = z.infer<typeof courseCard>;

/** How many more courses the holder of a higher tier finds. */
export const coursesOfTier = z.object({ tier, courses: z.int() });
export type CoursesOfTier = z.infer<typeof coursesOfTier>;

/** A section in the outline of a course: everything but its content. */
export const sectionOutline = z.object({
  id: z.uuid(),
  key: z.string(),
  title: z.string(),
  /** Sections in a row that name the same chapter are that chapter; empty: in none. */
  chapter: z.string(),
  type: z.enum(CONTENT_TYPES),
  sectionType: z.enum(SECTION_TYPES),
  minutes: z.int(),
  order: z.int().min(1),
});
export type SectionOutline = z.infer<typeof sectionOutline>;

/** Captions or chapters of a video, in WebVTT. */
const videoTrack = z.object({
  kind: z.enum(['captions', 'chapters']),
  /** As in `<html lang>`. */
  language: z.string(),
  label: z.string(),
  src: z.string(),
});

/** What the media library knows of a video; left out for one that is elsewhere. */
const ownVideo = {
  src: z.string(),
  captions: z.string().nullable(),
  poster: z.string().optional(),
  tracks: z.array(videoTrack).optional(),
  /** The HLS list of its smaller sizes. */
  sizes: z.string().optional(),
};

/** A video that a section shows, recognized by the server from its address. */
export const video = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('youtube'), id: z.string(), start: z.number().optional() }),
  z.object({
    provider: z.literal('vimeo'),
    id: z.string(),
    hash: z.string().optional(),
    start: z.number().optional(),
  }),
  z.object({ provider: z.literal('file'), ...ownVideo }),
  z.object({ provider: z.literal('hls'), ...ownVideo }),
]);
export type Video = z.infer<typeof video>;

/** Why content is closed, with only what may be said about it. There is no field that could carry a body. */
export const lockedCourse = z.object({
  access: z.literal('locked'),
  reason: z.enum(['sign-in-required', 'tier-required']),
  slug: z.string(),
  title: z.string(),
  level,
  subscriptionLevel: tier,
});
export type LockedCourse = z.infer<typeof lockedCourse>;

/** Path of the picture that is shown where the page is shared; it changes with the picture. */
export const shareImage = z.string();

/** What its reviews come to; null where nobody reviewed it. */
const courseRating = z.object({ count: z.int(), average: z.number() });

/** The page of a course that is closed to the reader: what the course is, and nothing out of its sections but samples. */
export const courseOffer = lockedCourse.extend({
  id: z.uuid(),
  /** What its reader may know of it: `published` or `unlisted` to everyone, `archived` to its learners. */
  state: courseState,
  description: z.string(),
  outcomes: z.array(z.string()),
  categories: courseCard.shape.categories,
  thumbnail: z.string(),
  authors: z.array(namedAuthor),
  shareImage,
  rating: courseRating.nullable(),
  minutes: z.int(),
  certificate: z.boolean(),
  sections: z.array(
    sectionOutline
      .pick({ title: true, chapter: true, sectionType: true, minutes: true, order: true })
      .extend({
        /** The key of a lesson that everyone may read; null for all others. */
        sampleKey: z.string().nullable(),
      }),
  ),
});
export type CourseOffer = z.infer<typeof courseOffer>;

export const openCourse = courseCard.omit({ locked: true, match: true, sections: true }).extend({
  ...asStored(shownFields),
  access: z.literal('open'),
  state: courseState,
  authors: z.array(namedAuthor),
  shareImage,
  rating: courseRating.nullable(),
  /** Whether the author set rules, so that each learner is told what is open by the learner's own progress. */
  guided: z.boolean(),
  /** The course that must be completed before this one. */
  prerequisite: z.object({ slug: z.string(), title: z.string() }).nullable(),
  sections: z.array(sectionOutline),
});
export type OpenCourse = z.infer<typeof openCourse>;

export const courseDetail = z.discriminatedUnion('access', [openCourse, courseOffer]);
export type CourseDetail = z.infer<typeof courseDetail>;

export const openSection = sectionOutline.extend({
  access: z.literal('open'),
  /** Sanitised HTML made from Markdown when the section was saved. */
  html: z.string(),
  /** Null on a video section means: 'Video content is not available'. */
  video: video.nullable(),
});
export type OpenSection = z.infer<typeof openSection>;

/** A section that opens for learners of the course by its rules; nothing of it is told to others. */
export const guidedSection = z.object({ access: z.literal('guided'), title: z.string() });

/** A section that is in another course now: its address there. */
export const movedSection = z.object({ access: z.literal('moved'), slug: z.string(), key: z.string() });
export type MovedSection = z.infer<typeof movedSection>;

export const sectionDetail = z.discriminatedUnion('access', [
  openSection,
  lockedCourse,
  guidedSection,
  movedSection,
]);
export type SectionDetail = z.infer<typeof sectionDetail>;

/** Where a section was moved to; `version` is that of the course that it left. */
export const movedTo = z.object({
  version: z.int(),
  course: z.object({ id: z.uuid(), title: z.string(), slug: z.string() }),
  key: z.string(),
});
export type MovedTo = z.infer<typeof movedTo>;
