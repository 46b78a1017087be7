import type { Log } from '#server/platform/log';

/** What of the server's log concerns whoever runs the school. */
const LOUD = /^PANIC|still starting$/;
const ARCHIVE_FAILED = /archive command (?:failed|was terminated)/;
/** What the programs of the archive command say before the server does. */
const REASON = /^(?:cp|mv|sync|mkdir): /;
/** The server tries again every second to every minute. */
const SAY_AGAIN_MS = 10 * 60_000;

/** Takes lines of the server's log: what matters is loud, a failing archive at most every ten minutes. */
export function serverLog(log: Pick<Log, 'error' | 'debug'>, now = Date.now): (line: string) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  let reason: string | undefined;
  return (line) => {
    if (REASON.test(line)) reason = line;
    if (ARCHIVE_FAILED.test(line) && now() - saidAt >= SAY_AGAIN_MS) {
      saidAt = now();
      log.error({ line, reason }, "the log of the database can't be archived");
    } else if (LOUD.test(line)) log.error({ line }, 'postgres');
    else log.debug({ line }, 'postgres');
  };
}
