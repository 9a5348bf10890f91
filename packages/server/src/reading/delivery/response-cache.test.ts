/** When a response is kept, how long it holds, that it is put together once for all who wait, and what it may take. */
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import type { Head } from '../../platform/journal/environment-heads.ts';
import type { PartRevisions } from '../../platform/journal/published-heads.ts';
import { MemoryBudget } from '../../platform/kit/memory-budget.ts';
import { ownBytes } from '../../platform/kit/own-bytes.ts';
import { Basis } from './basis.ts';
import { Compression } from './compression.ts';
import { type KeptResponse, type Lookup, ResponseCache } from './response-cache.ts';

const MEBIBYTE = 1024 * 1024;
const FIRST: Head = {
  number: 1,
  status: 'ready',
  revision: 10,
  published_revision: 10,
  model_revision: 2,
  names_revision: 0,
  epoch: 'e',
};

function lookup(key: string, more: Partial<Head> = {}, plane: Lookup['plane'] = 'delivery'): Lookup {
  return { key, plane, head: { ...FIRST, ...more } };
}

function responseOf(
  text: string,
  basis: Partial<Pick<Basis, 'restsOnAllEntries' | 'restsOnAssets' | 'restsOnDrafts'>> = {},
): KeptResponse {
  const made = Object.assign(new Basis(), basis);
  made.types.add(5);
  return { body: ownBytes(Buffer.from(text)), cursor: null, revision: 10, basis: made, cacheTag: 'tag' };
}

/** A cache, and how often it had a response put together. */
function cacheOf(bytes = MEBIBYTE, parts: Record<string, number> = {}) {
  const memory = new MemoryBudget(bytes);
  const revisions: PartRevisions = new Map(Object.entries(parts));
  const publishedHeads = { known: () => revisions, of: async () => revisions };
  const compression = new Compression();
  const well = mock.method(compression, 'well');
  const cache = new ResponseCache({ memory, publishedHeads, compression });
  let reads = 0;
  const ask = (at: Lookup, given: KeptResponse = responseOf(at.key)) =>
    cache.get(at, async () => {
      reads += 1;
      await new Promise(setImmediate);
      return given;
    });
  return { cache, memory, ask, reads: () => reads, compressed: () => well.mock.callCount() };
}

async function kept(given: KeptResponse, parts: Record<string, number> = {}, plane: Lookup['plane'] = 'delivery') {
  const made = cacheOf(MEBIBYTE, parts);
  for (let time = 0; time < 2; time++) await made.ask(lookup('q', {}, plane), given);
  assert.equal(made.cache.known(lookup('q', {}, plane)), given);
  return made.cache;
}

describe('a response', () => {
  it('is kept from its second request on', async () => {
    const { cache, ask, reads } = cacheOf();
    await ask(lookup('q'));
    assert.equal(cache.known(lookup('q')), undefined);
    const second = await ask(lookup('q'));
    assert.equal(cache.known(lookup('q')), second);
    await ask(lookup('q'));
    assert.equal(reads(), 2);
  });

  it('is kept in memory of its own, not in a slab with others', async () => {
    const { cache, ask } = cacheOf();
    const given = { ...responseOf('q'), body: Buffer.from('cut from a slab') };
    for (let time = 0; time < 2; time++) await ask(lookup('q'), given);
    const body = cache.known(lookup('q'))?.body;
    assert.deepEqual([String(body), body?.buffer.byteLength], ['cut from a slab', body?.length]);
  });

  it('is put together once however many wait, and not for those who come after a change', async () => {
    const { ask, reads } = cacheOf();
    await Promise.all(Array.from({ length: 20 }, () => ask(lookup('q'))));
    assert.equal(reads(), 1);
    await Promise.all([ask(lookup('other')), ask(lookup('other', { revision: 11, published_revision: 11 }))]);
    assert.equal(reads(), 3);
  });

  it('that shows more than the head of its lookup is not kept as that', async () => {
    const { cache, ask } = cacheOf();
    for (let time = 0; time < 3; time++)
      await ask(lookup('q'), { ...responseOf('later'), revision: FIRST.revision + 1 });
    assert.equal(cache.known(lookup('q')), undefined);
  });

  it('that fails fails for everyone who waited, and is not kept', async () => {
    const { cache } = cacheOf();
    const fail = () => Promise.reject(new Error('broken'));
    const waiting = [1, 2, 3].map(() => cache.get(lookup('q'), fail));
    for (const result of await Promise.allSettled(waiting)) assert.equal(result.status, 'rejected');
    assert.equal(cache.known(lookup('q')), undefined);
  });

  it('holds through changes of what it does not rest on', async () => {
    const cache = await kept(responseOf('a'), { 'type:5': 10, 'type:6': 12, assets: 12 });
    assert.ok(cache.known(lookup('q', { revision: 13, published_revision: 12 })));
  });

  it('holds through uploads, though it may rest on any entry', async () => {
    const cache = await kept(responseOf('a', { restsOnAllEntries: true }), { 'type:5': 10, assets: 12 });
    assert.ok(cache.known(lookup('q', { revision: 12, published_revision: 12 })));
  });

  for (const [what, given, parts] of [
    ['a content type it looked through', responseOf('a'), { 'type:5': 12 }],
    ['an asset it shows', responseOf('a', { restsOnAssets: true }), { assets: 12 }],
    ['any entry, where it may rest on any', responseOf('a', { restsOnAllEntries: true }), { 'type:6': 12 }],
  ] as const) {
    it(`does not outlive a change of ${what}`, async () => {
      const cache = await kept(given, parts);
      assert.equal(cache.known(lookup('q', { revision: 12, published_revision: 12 })), undefined);
    });
  }

  it('does not outlive the model, the life of the environment, or on preview any change', async () => {
    const cache = await kept(responseOf('a'));
    assert.equal(cache.known(lookup('q', { model_revision: 3 })), undefined);
    assert.equal(cache.known(lookup('q', { epoch: 'f' })), undefined);
    assert.ok(cache.known(lookup('q', { revision: 11 })), 'a draft alters nothing that is published');
    const preview = await kept(responseOf('a'), {}, 'preview');
    assert.equal(preview.known(lookup('q', { revision: 11 }, 'preview')), undefined);
    const search = await kept(responseOf('a', { restsOnDrafts: true }));
    assert.equal(search.known(lookup('q', { revision: 11 })), undefined);
  });
});

describe('a kept response that is requested compressed', () => {
  const BR = { encoding: 'br', party: 'space' } as const;
  const TEXT = 'Lectern '.repeat(1_000);

  it('is compressed once for all who ask, and is there at once from then on', async () => {
    const { cache, ask, compressed, memory } = cacheOf();
    await ask(lookup('q'), responseOf(TEXT));
    const response = await ask(lookup('q'), responseOf(TEXT));
    const plainBytes = memory.bytes;
    const all = await Promise.all(Array.from({ length: 20 }, () => cache.encoded(lookup('q'), response, BR)));
    const known = cache.encoded(lookup('q'), response, BR);
    assert.ok(!(known instanceof Promise));
    for (const { body, encoding } of [...all, known]) {
      assert.equal(encoding, 'br');
      assert.equal(String(brotliDecompressSync(body)), TEXT);
    }
    assert.equal(compressed(), 1);
    assert.equal(memory.bytes, plainBytes + known.body.length, 'its bytes count');
    assert.equal(known.body.buffer.byteLength, known.body.length, 'it lies in memory of its own');
  });

  it('is compressed quickly, and kept nowhere, where the response is not kept', async () => {
    const { cache, ask, compressed, memory } = cacheOf();
    const response = await ask(lookup('q'), responseOf(TEXT));
    const { body } = await cache.encoded(lookup('q'), response, BR);
    assert.equal(String(brotliDecompressSync(body)), TEXT);
    assert.deepEqual([compressed(), memory.bytes], [0, 0]);
  });

  it('is what its reader asked for, though another took its place meanwhile', async () => {
    const { cache, ask, memory } = cacheOf();
    await ask(lookup('q'), responseOf(TEXT));
    const earlier = await ask(lookup('q'), responseOf(TEXT, { restsOnAllEntries: true }));
    const waiting = cache.encoded(lookup('q'), earlier, BR);
    const at = lookup('q', { revision: 12, published_revision: 12, model_revision: 3 });
    const later = await ask(at, { ...responseOf('later'), revision: 12 });
    const plainBytes = memory.bytes;
    assert.equal(String(brotliDecompressSync((await waiting).body)), TEXT);
    assert.equal(memory.bytes, plainBytes, 'what is given up counts for nothing');
    assert.equal(String(brotliDecompressSync((await cache.encoded(at, later, BR)).body)), 'later');
  });
});

describe('the memory of kept responses', () => {
  it('is bounded: the responses used longest ago go first', async () => {
    const { cache, memory, ask } = cacheOf(64 * 1024);
    const keys = Array.from({ length: 40 }, (_, index) => `q${index}`);
    for (const key of keys) {
      for (let time = 0; time < 2; time++) await ask(lookup(key), responseOf('x'.repeat(4_000)));
      assert.ok(memory.bytes <= memory.bytesMax);
    }
    assert.equal(cache.known(lookup('q0')), undefined);
    assert.ok(cache.known(lookup('q39')));
  });

  it('takes no response that is a large part of it', async () => {
    const { cache, memory, ask } = cacheOf(64 * 1024);
    for (let time = 0; time < 3; time++) await ask(lookup('q'), responseOf('x'.repeat(10_000)));
    assert.equal(cache.known(lookup('q')), undefined);
    assert.equal(memory.bytes, 0);
  });

  it('is given back by a response that is replaced', async () => {
    const { memory, ask } = cacheOf();
    for (let time = 0; time < 2; time++) await ask(lookup('q'), responseOf('a', { restsOnAllEntries: true }));
    const once = memory.bytes;
    await ask(lookup('q', { revision: 12, published_revision: 12 }), responseOf('b', { restsOnAllEntries: true }));
    assert.equal(memory.bytes, once);
  });
});
