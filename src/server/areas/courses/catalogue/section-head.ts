import { z } from 'zod';
import { sectionForm } from '#contract/courses/course-form';
import { atMostCharacters, says } from '#contract/says';
import { m } from '../../../../messages/messages.js';

const { captionsUrl, chapter, minutes, opensAfterDays, opensAt, required, sample, title, type, videoUrl } =
  sectionForm.shape;

/** An address, or a file beside the section. */
const addressOrFile = (address: typeof videoUrl, file: RegExp) =>
  z
    .string()
    .trim()
    .refine(
      (value) => file.test(value) || address.safeParse(value).success,
      says(m.faults_must_be_a_url_or_a_file),
    )
    .default('');

/** What the front matter of a section says; the rules of the form hold here too. What else stands there is left out, with a warning. */
export const sectionHead = z.object({
  id: z
    .string()
    .max(100, atMostCharacters(100))
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, says(m.faults_must_be_a_name_such_as_first)),
  title,
  chapter,
  type,
  video_url: addressOrFile(videoUrl, /^[\w%][^:?#\\]*\.(?:mp4|webm)$/i),
  captions_url: addressOrFile(captionsUrl, /^[\w%][^:?#\\]*\.vtt$/i),
  /** Left out: counted from the words. */
  minutes,
  required,
  sample,
  opens_at: opensAt,
  opens_after_days: opensAfterDays,
});
