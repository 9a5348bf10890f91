/** Wrong bucket settings are reported at start, and a store that is away is not an error then. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startBucket, type TestBucket } from '../../../../testing/src/servers/s3.ts';
import { ConfigurationError } from '../../platform/config/configuration-error.ts';
import { openStorage } from './open-storage.ts';

const NOBODY = 'http://127.0.0.1:1';

let bucket: TestBucket;
before(async () => {
  bucket = await startBucket();
});
after(() => bucket.stop());

const open = (wrong: Partial<TestBucket>) => openStorage({ kind: 's3', publicUrl: null, ...bucket, ...wrong });

const wrongSettings: Readonly<Record<string, Partial<TestBucket>>> = {
  LECTERN_S3_BUCKET: { bucket: 'another' },
  LECTERN_S3_ACCESS_KEY_ID: { credentials: { accessKeyId: 'nobody', secretAccessKey: 'test-secret' } },
  LECTERN_S3_SECRET_ACCESS_KEY: { credentials: { accessKeyId: 'test', secretAccessKey: 'wrong' } },
};

for (const [variable, wrong] of Object.entries(wrongSettings)) {
  it(`does not open if ${variable} is wrong, and names it`, () => assert.rejects(open(wrong), names(variable)));
}

function names(variable: string): (error: unknown) => boolean {
  return (error) => error instanceof ConfigurationError && error.message.includes(`set ${variable} to `);
}

it('opens while the store is away, and reports it when a file is needed', async () => {
  const storage = await open({ endpoint: NOBODY });
  try {
    await assert.rejects(storage.stat('files/a'), /ECONNREFUSED/);
  } finally {
    await storage.close();
  }
});
