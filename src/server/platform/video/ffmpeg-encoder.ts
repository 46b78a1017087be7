import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readPlaylist } from './read-playlist.ts';
import { runProgram } from './run-program.ts';
import { type EncodedSize, EncodeFault, type EncodeOrder, type VideoEncoder } from './video-encoder.ts';

/** What a file is read as: a list of other files that only has the ending of a video opens none of them. */
const FORMATS: Readonly<Record<string, string>> = { mp4: 'mov', webm: 'matroska' };
const SEGMENT_SECONDS = 6;
/** The most bits a second of picture, by the shorter side; text and slides take far less. */
const MAX_KILOBITS = [
  { upTo: 400, kilobits: 900 },
  { upTo: 560, kilobits: 1600 },
  { upTo: 800, kilobits: 3000 },
  { upTo: 1080, kilobits: 5500 },
] as const;
const SOUND_KILOBITS = 128;

interface Limits {
  readonly probeMs: number;
  readonly encodeMs: number;
  readonly silentMs: number;
}
const LIMITS: Limits = { probeMs: 60_000, encodeMs: 12 * 3_600_000, silentMs: 10 * 60_000 };

const probed = z.object({
  streams: z
    .array(
      z.object({
        width: z.int().positive(),
        height: z.int().positive(),
        side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
      }),
    )
    .min(1),
  format: z.object({ duration: z.coerce.number().positive().optional() }),
});

/** Makes smaller sizes by ffmpeg, and ffprobe beside it. */
export function ffmpegEncoder(ffmpeg: string, limits: Limits = LIMITS): VideoEncoder {
  return {
    async probe(source, ending, signal) {
      const args = ['-v', 'error', ...inputArgs(ending), '-select_streams', 'v:0'];
      const shown = ['-show_entries', 'stream=width,height:stream_side_data=rotation:format=duration'];
      const output = await runProgram({
        program: join(dirname(ffmpeg), 'ffprobe'),
        args: [...args, ...shown, '-of', 'json', source],
        cwd: dirname(source),
        timeoutMs: limits.probeMs,
        signal,
      }).catch((error: unknown) => {
        throw error instanceof EncodeFault ? new EncodeFault('unreadable', error.message) : error;
      });
      const read = probed.safeParse(parsed(output));
      const [stream] = read.data?.streams ?? [];
      if (!read.data || !stream) throw new EncodeFault('unreadable', 'there is no picture in it');
      const turned = (stream.side_data_list ?? []).some(
        ({ rotation = 0 }) => Math.abs(rotation) % 180 === 90,
      );
      const { height, width } = stream;
      const seconds = read.data.format.duration ?? null;
      return turned ? { width: height, height: width, seconds } : { width, height, seconds };
    },
    async encode(order) {
      await runProgram({
        program: ffmpeg,
        args: encodeArgs(order),
        cwd: order.folder,
        timeoutMs: limits.encodeMs,
        silentMs: limits.silentMs,
        onOutput: progressOf(order),
        signal: order.signal,
      });
      return Promise.all(order.sizes.map((_, at) => readSize(order, at)));
    },
  };
}

function inputArgs(ending: string): string[] {
  return ['-protocol_whitelist', 'file', '-f', FORMATS[ending] ?? 'mov'];
}

/** All sizes in one go: the source is decoded once. */
function encodeArgs({ ending, sizes, source }: EncodeOrder): string[] {
  return [
    ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-progress', 'pipe:1', '-stats_period', '2'],
    ...[...inputArgs(ending), '-i', source],
    ...sizes.flatMap(({ height, width }, at) => {
      const kilobits = mostKilobits(Math.min(width, height));
      return [
        ...['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'],
        ...['-vf', `scale=${width}:${height},setsar=1`, '-pix_fmt', 'yuv420p'],
        ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-crf', '23'],
        ...['-maxrate', `${kilobits}k`, '-bufsize', `${kilobits * 2}k`],
        ...['-force_key_frames', 'expr:gte(t,n_forced*2)', '-sc_threshold', '0'],
        ...['-c:a', 'aac', '-b:a', `${SOUND_KILOBITS}k`, '-ac', '2', '-ar', '48000'],
        ...['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_playlist_type', 'vod'],
        ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', `${at}-start.mp4`],
        ...['-hls_segment_filename', `${at}-%05d.m4s`, `${at}.m3u8`],
      ];
    }),
  ];
}

function mostKilobits(side: number): number {
  return MAX_KILOBITS.find(({ upTo }) => side <= upTo)?.kilobits ?? 5500;
}

/** Reads the lines `out_time_us=…` that the program writes. */
function progressOf({ onProgress, seconds }: EncodeOrder): (part: string) => void {
  return (part) => {
    const [, micros] = /^out_time_us=(\d+)$/m.exec(part) ?? [];
    if (micros !== undefined && seconds !== null) onProgress(Math.min(1, Number(micros) / 1e6 / seconds));
  };
}

async function readSize({ folder, sizes }: EncodeOrder, at: number): Promise<EncodedSize> {
  const size = sizes[at];
  const text = await readFile(join(folder, `${at}.m3u8`), 'utf8').catch(() => '');
  const playlist = readPlaylist(text);
  const made = new Set(await readdir(folder));
  const files = playlist ? [playlist.start, ...playlist.segments.map(({ file }) => file)] : [];
  if (!size || !playlist || files.some((file) => !made.has(file)))
    throw new EncodeFault('failed', 'ffmpeg ended without an error, and not all of the video is there');
  return { ...size, ...playlist };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
