/** That what is compressed is the response, and that no space takes the thread pool from the others. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Compression, type Encoded } from './compression.ts';

const TEXT = Buffer.from('Lectern '.repeat(1_000));
/** Room for two such texts of a space. */
const LIMITS = { total: 24_000, perParty: 16_000, waiting: 10, waitingPerParty: 2, waitMs: 600_000 };

describe('a compressed response', () => {
  it('is the response in every encoding', async () => {
    const compression = new Compression();
    for (const how of ['quickly', 'well'] as const) {
      assert.deepEqual(gunzipSync((await compression[how](TEXT, 'gzip', 'a')).body), TEXT);
      assert.deepEqual(brotliDecompressSync((await compression[how](TEXT, 'br', 'a')).body), TEXT);
      assert.deepEqual(compression[how](TEXT, 'identity', 'a'), { body: TEXT, encoding: 'identity' });
    }
  });

  it('of a busy space waits behind its own, while another space has its turn', async () => {
    const compression = new Compression(LIMITS);
    const done: string[] = [];
    const large = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * at).toString(36)).join());
    const compress = (body: Buffer, party: string) =>
      Promise.resolve(compression.well(body, 'br', party)).then(() => done.push(party));
    await Promise.all([compress(large, 'busy'), compress(large, 'busy'), compress(large, 'busy'), compress(TEXT, 'b')]);
    assert.equal(done.at(-1), 'busy');
  });

  it('goes out as it is where too many wait', async () => {
    const compression = new Compression(LIMITS);
    const all = Array.from({ length: 6 }, () => compression.quickly(TEXT, 'gzip', 'busy') as Promise<Encoded>);
    const encodings = (await Promise.all(all)).map(({ encoding }) => encoding);
    assert.deepEqual(encodings, ['gzip', 'gzip', 'gzip', 'gzip', 'identity', 'identity']);
    assert.equal((await compression.quickly(TEXT, 'gzip', 'busy')).encoding, 'gzip');
  });
});
