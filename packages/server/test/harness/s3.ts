/** Starts a real S3-compatible server in the process of the tests, with one empty bucket. Whoever starts one stops it. */
import { startFauxqs } from 'fauxqs';

const BUCKET = 'lectern-files';
const REGION = 'us-east-1';

/** A store that answers. */
export interface TestBucket {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The variables that have a service keep its files there. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts a store with an empty bucket. */
export async function startBucket(): Promise<TestBucket> {
  const server = await startFauxqs({ port: 0, logger: false });
  server.createBucket(BUCKET);
  const endpoint = `http://127.0.0.1:${server.port}`;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test-secret' };
  return {
    endpoint,
    bucket: BUCKET,
    region: REGION,
    credentials,
    environment: {
      LECTERN_S3_ENDPOINT: endpoint,
      LECTERN_S3_BUCKET: BUCKET,
      LECTERN_S3_REGION: REGION,
      LECTERN_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      LECTERN_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    stop: () => server.stop(),
  };
}
