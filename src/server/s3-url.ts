/** Where an object store is and how we may use it, read from S3_URL or BACKUP_TO. */
export interface S3Settings {
  /** "https://storage.example:9000", without a path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** How the names of our files begin: "", or a folder such as "lectern/". */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

type Setting = 'S3_URL' | 'BACKUP_TO';

/** Backups may share a bucket with other files; uploads have one for themselves. */
const EXAMPLES: Readonly<Record<Setting, string>> = {
  S3_URL: 's3://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1',
  BACKUP_TO: 's3://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket/folder?region=eu-central-1',
};
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const FOLDER = /^(?:[\w.-]+\/)*$/;
const OPTIONS = ['region', 'tls'];

/**
 * Reads `s3://KEY:SECRET@host[:port]/bucket?region=…&tls=off`; region is us-east-1 and TLS is on unless said otherwise.
 * Throws an Error that says what is wrong without showing the key.
 */
export function readS3Url(value: string, setting: Setting = 'S3_URL'): S3Settings {
  const example = EXAMPLES[setting];
  if (!URL.canParse(value) || new URL(value).protocol !== 's3:' || new URL(value).hostname === '')
    throw new Error(`${setting} must be a URL such as ${example}`);
  const url = new URL(value);
  const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)];
  if (!accessKeyId || !secretAccessKey)
    throw new Error(
      `${setting} must include an access key and secret, with / and + encoded as %2F and %2B: ${example}`,
    );
  const [bucket = '', ...folders] = url.pathname.slice(1).split('/');
  const folder = folders.join('/').replace(/\/$/, '');
  const prefix = folder === '' ? '' : `${folder}/`;
  const hasFolder = setting === 'S3_URL' && folders.length > 0;
  if (!BUCKET.test(bucket) || hasFolder)
    throw new Error(`${setting} must end with a bucket name: ${example}`);
  if (!FOLDER.test(prefix) || prefix.length > 200)
    throw new Error(`${setting}: the folder may have letters, digits, dots, and hyphens: ${example}`);
  const odd = [...url.searchParams.keys()].find((name) => !OPTIONS.includes(name));
  if (odd !== undefined) throw new Error(`${setting} supports the options region and tls, not "${odd}"`);
  const tls = url.searchParams.get('tls') ?? 'on';
  if (tls !== 'on' && tls !== 'off') throw new Error(`${setting}: tls must be on or off`);
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (!/^[a-z0-9-]{1,40}$/.test(region))
    throw new Error(`${setting}: region must be a region name such as eu-central-1`);
  return {
    endpoint: `${tls === 'on' ? 'https' : 'http'}://${url.host}`,
    region,
    bucket,
    prefix,
    accessKeyId,
    secretAccessKey,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
