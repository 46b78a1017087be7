import type { SystemHealth } from '#contract/administration/health';
import { formatTime } from '#web/lib/format.ts';
import { sizeText } from '#web/lib/media/size-text.ts';
import { m } from '#web/lib/messages.ts';
import { relativeTime } from '#web/lib/relative-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Fact } from './fact.tsx';
import classes from './system-health.module.css';
import { useBackUp } from './use-back-up.ts';

type Settings = NonNullable<SystemHealth['backups']>;
type Made = NonNullable<SystemHealth['backup']>;

/** The last backup, the next one, and where they are kept. */
export function Backups({ backup, backups }: Pick<SystemHealth, 'backup' | 'backups'>) {
  return (
    <section className={classes.block} aria-labelledby="backups">
      <h2 id="backups">{m.health_backups()}</h2>
      <dl className={classes.facts}>
        <Fact label={m.health_backup()}>
          {backup ? <LastBackup backup={backup} /> : m.health_backup_none()}
        </Fact>
        {backups && <SetUp backups={backups} />}
      </dl>
      {backups ? <BackUpNow backups={backups} /> : <p className={classes.quiet}>{m.health_backups_off()}</p>}
    </section>
  );
}

function LastBackup({ backup: { bytes, finishedAt, isEncrypted, seconds } }: { backup: Made }) {
  const size = sizeText(bytes);
  return (
    <>
      <time dateTime={finishedAt} title={formatTime(finishedAt)}>
        {relativeTime(finishedAt)}
      </time>
      <small>
        {seconds === null
          ? (isEncrypted ? m.health_backup_encrypted : m.health_backup_plain)({ size })
          : (isEncrypted ? m.health_backup_took : m.health_backup_took_plain)({
              size,
              seconds: Math.ceil(seconds),
            })}
      </small>
    </>
  );
}

function SetUp({ backups: { failure, isEncrypted, nextAt, place, state } }: { backups: Settings }) {
  return (
    <>
      <Fact label={m.health_backup_next()}>
        {state === 'running' && m.health_backup_running()}
        {state === 'waiting' && m.health_backup_waiting()}
        {(state === 'idle' || state === 'retrying') &&
          (nextAt === null ? (
            m.health_backup_next_none()
          ) : (
            <time dateTime={nextAt}>{formatTime(nextAt)}</time>
          ))}
        {failure && <small data-bad>{m.health_backup_failed({ error: failure.error })}</small>}
        {failure?.retryAt && <small>{m.health_backup_retry({ time: formatTime(failure.retryAt) })}</small>}
      </Fact>
      <Fact label={m.health_backup_place()}>
        <span className={classes.place}>{place}</span>
        <small>{isEncrypted ? m.health_backup_place_encrypted() : m.health_backup_place_plain()}</small>
      </Fact>
    </>
  );
}

function BackUpNow({ backups: { state } }: { backups: Settings }) {
  const { backUp, isBusy } = useBackUp();
  return (
    <Button
      className={classes.now}
      variant="secondary"
      busy={isBusy || state === 'waiting' || state === 'running'}
      onClick={backUp}
    >
      {m.health_backup_now()}
    </Button>
  );
}
