/**
 * Whatever processes all entries of a type or an environment reads them by size: no statement returns more than one piece, unless
 * a single entry is larger. A list that would be too large is rejected before any document is read.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import { field, given } from '../../../../testing/src/given.ts';
import { countingReads, type ReadBytes } from '../../../../testing/src/read-bytes.ts';
import { createService } from '../../../src/app.ts';
import { endOfNext, rowsIn } from '../../../src/content/entries/checkup/checkup-store.ts';
import { sizesOf } from '../../../src/content/entries/copy-store.ts';
import { readEntries } from '../../../src/content/entries/merged-entry.ts';
import { storedEntries } from '../../../src/content/entries/stored-content.ts';
import { Model } from '../../../src/model/content-types/model.ts';
import { listTypes } from '../../../src/model/content-types/store.ts';
import { Locales } from '../../../src/model/spaces/locale.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database, Writer } from '../../../src/platform/database/database.ts';
import { rowIdRange } from '../../../src/platform/database/row-id.ts';
import { PIECE_BYTES } from '../../../src/platform/database/row-pieces.ts';
import { SearchCollection } from '../../../src/reading/search/collection.ts';
import { patiently } from '../../bounds/stalls/byte-attacks.ts';

const ENTRIES = 24;
const LARGE_CHARACTERS = 800_000;
/** The largest size of an entry with both its states besides its text. */
const LARGE_BYTES = 2 * LARGE_CHARACTERS + 20_000;
/** The size of all entries together without their text. */
const SMALL_BYTES = 100_000;
const FAR_OFF_MS = 86_400_000_000;

describeEachEngine('large entries', (engine) => {
  let database: Database;
  let read: ReadBytes;
  let statements: string[] = [];
  let refused: { status: number; text: string };
  let picked: unknown[];
  let environment = 0;
  let model: Model;
  const place = () => ({ environment, contentType: 1 });

  before(async () => {
    const config = readConfig(serviceEnvironment({ engine }));
    const service = await createService(config, { onStatement: (sql) => statements.push(sql) });
    try {
      const scene = await given(await service.listen());
      const { owner, base } = scene;
      const fields = [field('title', 'string'), field('body', 'text'), field('code', 'string')];
      await owner.post(
        `${base}/content-types`,
        { api_id: 'large', name: 'Large', display_field: 'title', fields },
        201,
      );
      for (let n = 0; n < ENTRIES; n++) {
        const body = `word${n} `.repeat(LARGE_CHARACTERS / 6).slice(0, LARGE_CHARACTERS);
        const values = { title: `Title ${n}`, body, code: `c${n}` };
        const entry = { content_type_id: 'large', key: `large-${n}`, fields: values };
        const id = (await patiently(() => owner.post(`${base}/entries`, entry))).string('id');
        await patiently(() => owner.post(`/entries/${id}/publish`));
        await patiently(() => owner.patch(`/entries/${id}`, { fields: { title: `Later ${n}` } }));
      }
      await owner.get(`${base}/entries?limit=1`, 200);
      statements = [];
      refused = await owner.get(`${base}/entries?limit=1000`);
      const during = [...statements];
      picked = (await owner.get(`${base}/entries?limit=1000&select=fields.title`, 200)).each(
        'items',
        'fields.title.en-US',
      );
      statements = during;
    } finally {
      closeConnections();
      await service.close();
    }
    const counting = countingReads(await openDatabase(engine.databaseConfig()));
    database = counting.database;
    read = counting.read;
    const rows = await database.reader.selectFrom('environments').select('number').execute();
    environment = rows.at(-1)?.number ?? 0;
    const locales = new Locales([
      { number: 1, id: 'loc_1', code: 'en-US', name: '', fallback: null, isDefault: true, optional: false, version: 1 },
    ]);
    const types = await listTypes(database.reader, environment);
    const codes = { code: 'abc123', ownCode: 'abc123', codes: ['abc123'] };
    model = new Model({ environment, spaceId: 'spc_test', ...codes, revision: 1, locales, types });
  });
  after(() => database?.close());

  const isBounded = (most = PIECE_BYTES + LARGE_BYTES) =>
    assert.ok(read.largest <= most, `a statement gave ${read.largest} bytes`);

  it('a list that is refused reads no document', () => {
    assert.equal(refused.status, 422, refused.text.slice(0, 300));
    assert.match(refused.text, /response_size/);
    const documents = statements.filter((sql) => /"document"/.test(sql.replaceAll(/octet_length\([^)]*\)/g, '')));
    assert.deepEqual(documents, []);
  });

  it('a list of some fields shows them, however large the others are', () => {
    assert.deepEqual([...picked].sort(), Array.from({ length: ENTRIES }, (_, n) => `Later ${n}`).sort());
  });

  it('a field that goes is looked for without reading the others', async () => {
    read.reset();
    const { entries } = await storedEntries.countWithField(database.reader, model, { ...place(), field: 3 });
    assert.equal(entries, ENTRIES);
    const outside = { ...place(), field: 3, kept: 1 };
    assert.equal((await storedEntries.countWithOtherLocales(database.reader, model, outside)).entries, 0);
    assert.ok(read.all < SMALL_BYTES, `${read.all} bytes were read`);
  });

  it('values of a locale are counted a few entries at a time', async () => {
    read.reset();
    assert.equal(await storedEntries.countWithLocale(database.reader as Writer, model, 99), 0);
    assert.ok(read.all > ENTRIES * LARGE_CHARACTERS, 'all of them were read');
    isBounded();
  });

  it('the texts that entries hold are gathered without their values', async () => {
    read.reset();
    const collection = new SearchCollection({ database, clock: () => Date.now() + FAR_OFF_MS });
    await collection.collect(new AbortController().signal);
    assert.ok(read.all < SMALL_BYTES, `${read.all} bytes were read`);
  });

  it('a merge reads the entries of a side a few at a time', async () => {
    read.reset();
    const keys = Array.from({ length: ENTRIES }, (_, n) => `large-${n}`);
    assert.equal((await readEntries(database.reader, environment, keys)).size, ENTRIES);
    assert.ok(read.all > 2 * ENTRIES * LARGE_CHARACTERS, 'all of them were read');
    isBounded();
  });

  it('a checkup takes as many entries as a piece holds', async () => {
    const { first, end } = rowIdRange(environment);
    const rows = await sizesOf(database.reader, { after: first - 1, upTo: end - 1 });
    read.reset();
    let seen = 0;
    for (let behind = first - 1; behind < end - 1; ) {
      const upTo = await endOfNext(database.reader, { after: behind, upTo: end - 1 }, 200);
      seen += (await rowsIn(database.reader, { after: behind, upTo })).entries.length;
      behind = upTo;
    }
    assert.equal(seen, rows.length);
    isBounded();
  });
});
