import type { Viewer } from '#domain/access/viewer';
import type { Config } from '#server/config';
import type { Db } from '#server/db/client';
import type { Replica } from '#server/db/replica/replica';
import type { Clock } from '#server/platform/clock';
import type { Judge } from '#server/platform/judge/judge';
import type { Log } from '#server/platform/log';
import type { SendNow } from '#server/platform/mailer';
import type { PaymentProvider } from '#server/platform/payments/payment-provider';
import type { SignInProviders } from '#server/platform/sign-in-provider';
import type { Storage } from '#server/platform/storage';
import type { Tracer } from '#server/platform/tracing/tracer';
import type { VideoEncoder } from '#server/platform/video/video-encoder';
import type { SettingsStore } from '#server/site-settings';

/** What every verb may use. Built once by main.ts, and by tests with fakes for the outside world. */
export interface Services {
  readonly config: Config;
  readonly db: Db;
  /** A copy of the database for lists, reports, and exports; undefined: none. Used by `fromReplica` alone. */
  readonly replica?: Replica | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: Storage;
  readonly settings: SettingsStore;
  /** Services outside that people may sign in by, by their id. */
  readonly signIns: SignInProviders;
  /** Who takes payments; undefined: nobody. */
  readonly payments?: PaymentProvider | undefined;
  /** Runs what authors of labs try; undefined: no code may run on this machine. */
  readonly judge?: Pick<Judge, 'judge'> | undefined;
  /** Makes smaller sizes of videos; undefined: this machine has no ffmpeg. */
  readonly encoder?: VideoEncoder | undefined;
  /** Records traces; undefined: nobody does. */
  readonly tracer?: Tracer | undefined;
  /** Sends a mail while the caller waits; all others go through the outbox. */
  readonly sendNow: SendNow;
}

/** Who calls, and from where. The first argument of every verb after the services. */
export interface Caller {
  readonly viewer: Viewer;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** The user whose account the calling page shows; nothing: it names nobody. */
  readonly pageUserId?: string | null;
}
