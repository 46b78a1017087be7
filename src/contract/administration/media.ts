import { z } from 'zod';
import { PICTURE_ENDINGS } from '#domain/media/file-kind';
import { RENDITION_FAULTS, RENDITION_STATES } from '#domain/media/rendition-states';
import { m } from '../../messages/messages.js';
import { cursor, isoTime } from '../paging.ts';
import { adminProcedure, failures } from '../procedure.ts';
import { atMostCharacters, says } from '../says.ts';

/** Where a file is used now; `other`: only by earlier versions, the trash, or exam attempts, which keep it. */
const mediaUse = z.object({
  kind: z.enum(['course', 'post', 'deleted', 'page', 'bank', 'setting', 'author', 'video', 'other']),
  id: z.string().nullable(),
  title: z.string().nullable(),
});
export type MediaUse = z.infer<typeof mediaUse>;

const side = z.int().min(1).max(20_000);
const picture = z
  .string()
  .regex(
    new RegExp(`^/media/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.(?:${PICTURE_ENDINGS.join('|')})$`),
  );

/** What a browser finds out about a video before it is sent. */
export const videoFacts = z.object({
  width: side,
  height: side,
  seconds: z.number().min(0).max(360_000),
  /** The address of the picture that it shows before it plays. */
  poster: picture.nullable(),
});
export type VideoFacts = z.infer<typeof videoFacts>;

/** The point of a picture that stays visible where it is cropped, in percent of its width and height. */
const focus = z.object({ x: z.int().min(0).max(100), y: z.int().min(0).max(100) });

/** Words by which a file is found again; each is kept once, whatever its case. */
const tags = z
  .array(z.string().trim().toLowerCase().min(1, says(m.faults_enter_a_tag)).max(40, atMostCharacters(40)))
  .max(
    20,
    says(() => m.faults_at_most_tags({ number: 20 })),
  )
  .transform((all) => [...new Set(all)].sort());

/** Captions or chapters that go with a video wherever it plays. */
export const mediaTrack = z.object({
  kind: z.enum(['captions', 'chapters']),
  language: z
    .string()
    .trim()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, says(m.faults_enter_a_language_code_like_en_or)),
  label: z.string().trim().min(1, says(m.faults_enter_a_label)).max(60, atMostCharacters(60)),
  address: z
    .string()
    .regex(
      /^\/media\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.vtt$/,
      says(m.faults_choose_a_webvtt_file),
    ),
});
export type MediaTrack = z.infer<typeof mediaTrack>;

/** The smaller sizes of a video, which whoever watches it gets where their connection or screen is small. */
const videoSizes = z.object({
  /** `waiting`: for a server that has ffmpeg, and time. */
  state: z.enum(RENDITION_STATES),
  /** How much is made. */
  percent: z.int(),
  /** Why it failed, or is tried again later. */
  fault: z.enum(RENDITION_FAULTS).nullable(),
  /** "360p", the smallest first; empty until they can be played. */
  names: z.array(z.string()),
  bytes: z.int(),
});
export type VideoSizes = z.infer<typeof videoSizes>;

/** A file of the school that authors can use. */
const mediaFile = z.object({
  id: z.uuid(),
  /** A cover can be opened by everybody; all else only by who may open what it is part of. */
  kind: z.enum(['content', 'cover']),
  name: z.string(),
  /** As a text or a course names it. */
  address: z.string(),
  /** Where this reply's reader sees it, small; empty where it is no picture. */
  src: z.string(),
  ending: z.string(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Null for what is no video, or one that nobody's browser could play. */
  video: videoFacts.nullable(),
  /** Of a video. */
  tracks: z.array(mediaTrack),
  /** Null for what is no video. */
  sizes: videoSizes.nullable(),
  /** What it shows; empty where nobody has said so yet. */
  alt: z.string(),
  tags: z.array(z.string()),
  /** Null: the middle, or no picture. */
  focus: focus.nullable(),
  uploadedAt: isoTime,
  /** Null where it came with a course folder, or the account is gone. */
  uploadedBy: z.string().nullable(),
  uses: z.array(mediaUse),
  /** When it goes unless something uses it by then; null while something does. */
  deletesAt: isoTime.nullable(),
});
export type MediaFile = z.infer<typeof mediaFile>;

/** `unused`: files of any type that nothing names. */
export const MEDIA_TYPES = [
  'all',
  'pictures',
  'covers',
  'videos',
  'audio',
  'captions',
  'files',
  // Pictures and covers; videos and audio.
  'images',
  'playable',
  'unused',
] as const;
const alt = z.string().trim().max(500, atMostCharacters(500));
const byId = z.object({ id: z.uuid() });

export const media = {
  upload: adminProcedure
    .meta({ scope: 'admin:content:write', limitPerMinute: 60 })
    .route({
      method: 'POST',
      path: '/admin/media',
      summary: 'Upload a picture (at most 10 MB) or another file (at most 25 MB) for courses and posts',
      successStatus: 201,
    })
    .errors(failures('UNSUPPORTED_FILE', 'BODY_TOO_LARGE', 'MEDIA_FULL'))
    .input(
      z.object({
        file: z.file(),
        use: z.enum(['text', 'cover', 'file']).default('text'),
        alt: alt.default(''),
      }),
    )
    .output(mediaFile),
  /** Its bytes come before, in pieces, by the protocol of tus.io at /api/admin/media/uploads. */
  finishUpload: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/media/uploads/{id}/finish',
      summary: 'Make a file of an upload that arrived in pieces',
      successStatus: 201,
    })
    .errors(failures('MEDIA_NOT_FOUND', 'UNSUPPORTED_FILE', 'UPLOAD_MOVED'))
    .input(byId.extend({ alt: alt.default(''), video: videoFacts.nullable().default(null) }))
    .output(mediaFile),
  list: adminProcedure
    .meta({ scope: 'admin:content:read', media: 'signed' })
    .route({
      method: 'GET',
      path: '/admin/media',
      summary: 'List the files of the media library, newest first',
    })
    .input(
      z.object({
        q: z.string().trim().max(200).default(''),
        type: z.enum(MEDIA_TYPES).default('all'),
        /** Only files with this tag. */
        tag: z.string().trim().toLowerCase().max(40).default(''),
        after: cursor,
      }),
    )
    .output(
      z.object({
        items: z.array(mediaFile),
        next: z.string().nullable(),
        /** Of all files together, and how much there may be. */
        bytes: z.int(),
        maxBytes: z.int(),
        /** Every tag of the library, by the alphabet. */
        tags: z.array(z.string()),
        /** Whether a server of this school has ffmpeg, and makes smaller sizes of videos. */
        makesSizes: z.boolean(),
      }),
    ),
  update: adminProcedure
    .meta({ scope: 'admin:content:write', media: 'signed' })
    .route({
      method: 'PATCH',
      path: '/admin/media/{id}',
      summary: 'Describe, tag, or set the focal point of a file',
    })
    .errors(failures('MEDIA_NOT_FOUND', 'MEDIA_KIND_DIFFERS'))
    .input(
      byId.extend({
        alt: alt.optional(),
        tags: tags.optional(),
        focus: focus.nullable().optional(),
        /** Of a video: the picture that it shows before it plays. */
        poster: picture.nullable().optional(),
        tracks: z
          .array(mediaTrack)
          .max(
            20,
            says(() => m.faults_at_most_tracks({ number: 20 })),
          )
          .optional(),
      }),
    )
    .output(mediaFile),
  /** What names the file names the other one from then on; earlier versions, the trash, and exam attempts keep it. */
  replace: adminProcedure
    .meta({ scope: 'admin:content:write', media: 'signed' })
    .route({
      method: 'POST',
      path: '/admin/media/{id}/replace',
      summary: 'Put another file of the same kind in the place of a file, wherever it is used',
    })
    .errors(failures('MEDIA_NOT_FOUND', 'MEDIA_KIND_DIFFERS'))
    .input(byId.extend({ by: z.uuid() }))
    .output(mediaFile),
  remakeSizes: adminProcedure
    .meta({ scope: 'admin:content:write', media: 'signed', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/admin/media/{id}/sizes',
      summary: 'Make the smaller sizes of a video again',
    })
    .errors(failures('MEDIA_NOT_FOUND', 'MEDIA_KIND_DIFFERS'))
    .input(byId)
    .output(mediaFile),
  remove: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({ method: 'DELETE', path: '/admin/media/{id}', summary: 'Delete a file that nothing uses' })
    .errors(failures('MEDIA_NOT_FOUND', 'MEDIA_IN_USE'))
    .input(byId)
    .output(z.object({ id: z.uuid() })),
  restore: adminProcedure
    .meta({ scope: 'admin:content:write', media: 'signed' })
    .route({ method: 'POST', path: '/admin/media/{id}/restore', summary: 'Undo the deletion of a file' })
    .errors(failures('MEDIA_NOT_FOUND', 'MEDIA_FULL'))
    .input(byId)
    .output(mediaFile),
};
