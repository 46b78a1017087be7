import { expect, test } from 'vitest';
import { readS3Url } from './s3-url.ts';

test('an address says where the bucket is and how to use it', () => {
  expect(
    readS3Url('s3://AKIA:a%2Fb%2Bc@s3.eu-central-1.amazonaws.com/my-school?region=eu-central-1'),
  ).toEqual({
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: 'my-school',
    prefix: '',
    accessKeyId: 'AKIA',
    secretAccessKey: 'a/b+c',
  });
  expect(readS3Url('s3://key:secret@127.0.0.1:9000/school?tls=off')).toMatchObject({
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
  });
});

test('an address for backups may name a folder of its bucket', () => {
  const prefixOf = (path: string) => readS3Url(`s3://key:secret@host/${path}`, 'BACKUP_TO').prefix;
  expect(['school', 'school/', 'school/lectern', 'school/a/b.c/'].map(prefixOf)).toEqual([
    '',
    '',
    'lectern/',
    'a/b.c/',
  ]);
  for (const path of ['school//a', 'school/a%20b', 'school/a?tls=no', ''])
    expect(() => prefixOf(path), path).toThrow(/^BACKUP_TO/);
});

test.each([
  ['https://key:hidden@host/bucket', 'S3_URL must be a URL such as s3://'],
  ['s3:///bucket', 'S3_URL must be a URL such as s3://'],
  ['s3://host/bucket', 'S3_URL must include an access key and secret'],
  ['s3://key@host/bucket', 'S3_URL must include an access key and secret'],
  ['s3://key:%zz@host/bucket', 'S3_URL must include an access key and secret'],
  ['s3://key:hidden@host', 'S3_URL must end with a bucket name'],
  ['s3://key:hidden@host/bucket/folder', 'S3_URL must end with a bucket name'],
  ['s3://key:hidden@host/Bucket', 'S3_URL must end with a bucket name'],
  ['s3://key:hidden@host/bucket?zone=x', 'S3_URL supports the options region and tls, not "zone"'],
  ['s3://key:hidden@host/bucket?tls=no', 'S3_URL: tls must be on or off'],
  ['s3://key:hidden@host/bucket?region=a b', 'S3_URL: region must be a region name'],
])('%s is refused with what is wrong, without the secret', (value, sentence) => {
  const refusal = (() => {
    try {
      return readS3Url(value);
    } catch (error) {
      return (error as Error).message;
    }
  })();
  expect(refusal).toContain(sentence);
  expect(refusal).not.toContain('hidden');
});
