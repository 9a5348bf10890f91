/**
 * How records are put into requests, and what is sent a second time.
 * The route is played by a function that answers as the real one does; the real one is in `test/`.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImportRecord, LineResult } from '@lectern/import/records.ts';
import { requestsOf, sendRecords } from './send-records.ts';

const MEGABYTE = 1024 * 1024;

const record = (key: string, bytes = 10): ImportRecord => ({ kind: 'entry', key, line: key.padEnd(bytes, ' ') });
const records = (count: number, bytes?: number) =>
  Array.from({ length: count }, (_, index) => record(`e${index}`, bytes));

/** Answers as the import route would, by what the test says of each line. */
function route(respond: (key: string, turn: number) => Partial<LineResult>) {
  const requests: string[][] = [];
  const turns = new Map<string, number>();
  const post = async (lines: readonly string[]) => {
    const keys = lines.map((line) => line.trim());
    requests.push(keys);
    return {
      results: keys.map((key, index) => {
        const turn = (turns.get(key) ?? 0) + 1;
        turns.set(key, turn);
        return {
          line: index + 1,
          kind: 'entry',
          key,
          id: null,
          result: 'created',
          warnings: [],
          ...respond(key, turn),
        };
      }),
    };
  };
  return { post, requests };
}

describe('requests of the import', () => {
  it('hold at most 500 lines, in order', async () => {
    const requests = await Array.fromAsync(requestsOf(records(1001)));
    assert.deepEqual(
      requests.map((request) => request.length),
      [500, 500, 1],
    );
    assert.deepEqual(
      requests.flat().map((one) => one.key),
      records(1001).map((one) => one.key),
    );
  });
  it('hold at most 8 MiB, line breaks counted', async () => {
    const lengths = async (all: ImportRecord[]) =>
      (await Array.fromAsync(requestsOf(all))).map((request) => request.length);
    assert.deepEqual(await lengths(records(5, 2 * MEGABYTE)), [3, 2]);
    assert.deepEqual(await lengths(records(4, 2 * MEGABYTE - 1)), [4]);
    assert.deepEqual(await lengths([record('large', 9 * MEGABYTE), ...records(2)]), [1, 2]);
  });
  it('are none where there are no records', async () => assert.deepEqual(await Array.fromAsync(requestsOf([])), []));
});

describe('sending records', () => {
  it('keeps the result of every record and tells how far it is', async () => {
    const { post, requests } = route((key) => ({ result: key === 'e1' ? 'unchanged' : 'created' }));
    const seen: number[] = [];
    const outcomes = await sendRecords(records(600), { post, onProgress: (done) => seen.push(done) });
    assert.deepEqual(seen, [500, 600]);
    assert.deepEqual(
      outcomes.slice(0, 3).map((outcome) => [outcome.record.key, outcome.result]),
      [
        ['e0', 'created'],
        ['e1', 'unchanged'],
        ['e2', 'created'],
      ],
    );
    assert.equal(requests.length, 2);
  });

  it('sends again what missed something that came later', async () => {
    const warning = { path: 'fields.a.en-US', rule: 'link', message: 'not there' };
    const { post, requests } = route((key, turn) => {
      if (key === 'e0') return turn === 1 ? { warnings: [warning] } : { result: 'unchanged' };
      if (key === 'e1')
        return turn === 1 ? { result: 'refused', error: { code: 'slug_conflict', message: 'taken' } } : {};
      return key === 'e2' ? { warnings: [{ ...warning, rule: 'required' }] } : {};
    });
    const outcomes = await sendRecords(records(4), { post, onProgress: () => undefined });
    assert.deepEqual(requests, [
      ['e0', 'e1', 'e2', 'e3'],
      ['e0', 'e1'],
    ]);
    assert.deepEqual(
      outcomes.map(({ result, warnings }) => [result, warnings.length]),
      [
        ['created', 0],
        ['created', 0],
        ['created', 1],
        ['created', 0],
      ],
    );
  });

  it('refuses what no request can hold, without sending it', async () => {
    const { post, requests } = route(() => ({}));
    const [large, small] = await sendRecords([record('large', 9 * MEGABYTE), record('small')], {
      post,
      onProgress: () => undefined,
    });
    assert.equal(large?.error?.code, 'payload_too_large');
    assert.equal(small?.result, 'created');
    assert.deepEqual(requests, [['small']]);
  });

  it('fails without a usable response', async () => {
    const post = async () => ({ results: [] });
    await assert.rejects(sendRecords(records(1), { post, onProgress: () => undefined }), /did not return 1 results/);
  });
});
