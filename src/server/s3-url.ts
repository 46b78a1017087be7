/** Where an object store is and how we may use it, read from S3_URL. */
export interface S3Settings {
  /** "https://storage.example:9000", without a path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const EXAMPLE = 's3://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const OPTIONS = ['region', 'tls'];

/**
 * Reads `s3://KEY:SECRET@host[:port]/bucket?region=…&tls=off`; region is us-east-1 and TLS is on unless said otherwise.
 * Throws an Error that says what is wrong without showing the key.
 */
export function readS3Url(value: string): S3Settings {
  if (!URL.canParse(value) || new URL(value).protocol !== 's3:' || new URL(value).hostname === '')
    throw new Error(`S3_URL must be a URL such as ${EXAMPLE}`);
  const url = new URL(value);
  const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)];
  if (!accessKeyId || !secretAccessKey)
    throw new Error(
      `S3_URL must include an access key and secret, with / and + encoded as %2F and %2B: ${EXAMPLE}`,
    );
  const bucket = url.pathname.slice(1);
  if (!BUCKET.test(bucket)) throw new Error(`S3_URL must end with a bucket name: ${EXAMPLE}`);
  const odd = [...url.searchParams.keys()].find((name) => !OPTIONS.includes(name));
  if (odd !== undefined) throw new Error(`S3_URL supports the options region and tls, not "${odd}"`);
  const tls = url.searchParams.get('tls') ?? 'on';
  if (tls !== 'on' && tls !== 'off') throw new Error('S3_URL: tls must be on or off');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (!/^[a-z0-9-]{1,40}$/.test(region))
    throw new Error('S3_URL: region must be a region name such as eu-central-1');
  return {
    endpoint: `${tls === 'on' ? 'https' : 'http'}://${url.host}`,
    region,
    bucket,
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
