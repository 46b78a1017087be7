import type { Config } from '#server/config';
import { checkAddress } from './checks/check-address.ts';
import { checkBucket } from './checks/check-bucket.ts';
import { checkDatabase } from './checks/check-database.ts';
import { checkFolders } from './checks/check-folders.ts';
import { checkLabs } from './checks/check-labs.ts';
import { checkMail } from './checks/check-mail.ts';
import { checkPooler } from './checks/check-pooler.ts';
import { checkPrograms } from './checks/check-programs.ts';
import { checkReplica } from './checks/check-replica.ts';
import { checkSignIns } from './checks/check-sign-ins.ts';
import type { Finding } from './checks/finding.ts';

/** Looks at everything that Lectern needs. Changes nothing. */
export async function examine(config: Config): Promise<Finding[]> {
  const [bucket, database, pooler, replica, mail, address, signIns] = await Promise.all([
    checkBucket(config),
    checkDatabase(config),
    checkPooler(config),
    checkReplica(config),
    checkMail(config),
    checkAddress(config),
    checkSignIns(config),
  ]);
  return [
    ...checkPrograms(config),
    ...checkFolders(config),
    checkLabs(config),
    ...bucket,
    ...database,
    ...pooler,
    ...replica,
    mail,
    ...address,
    ...signIns,
  ];
}
