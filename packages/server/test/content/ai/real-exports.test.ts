/**
 * Entries of real exports, imported, made translatable and translated: in their rich text every node, mark and link stays, every
 * human-readable text is translated, and each entry gets one new version.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { given, makeKey, type Scene } from '../../../../testing/src/given.ts';
import { translating } from '../../../../testing/src/servers/model-server.ts';
import { runImport } from '../../../src/commands/import/import-command.ts';
import { onEachEngineWithModel } from './model-calls.ts';

const FOLDER = join(import.meta.dirname, '../../../../../../shared/data');
const EXPORTS = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => /^contentful-.*\.json$/.test(name)) : [];
/** Types of field whose texts are translated. */
const TEXT_TYPES = ['string', 'text', 'rich_text'];

interface FieldFacts {
  readonly id: string;
  readonly type: string;
  readonly validations?: { readonly format?: string; readonly pattern?: string; readonly in?: readonly unknown[] };
}

type Fields = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

await onEachEngineWithModel('translating a real export', (stage) => {
  for (const name of EXPORTS) {
    it(`keeps every node, mark and link of ${name}`, async () => {
      stage.model.reply = translating((text) => `«${text}»`);
      const scene = await given(stage.url);
      await importExport(scene, join(FOLDER, name));
      await scene.owner.post(`${scene.space}/locales`, { code: 'de', optional: true }, 201);
      const translatable = await makeTranslatable(scene);
      const entries = await scene.owner.get(`${scene.base}/entries?limit=1000`, 200);
      let richTexts = 0;
      for (const id of entries.each('items', 'id').map(String))
        richTexts += await translateOne(scene, id, translatable);
      assert.ok(richTexts > 0 || name.includes('gallery'), `${richTexts} rich texts`);
    });
  }
});

/** Translates an entry and compares. @returns the number of its rich texts */
async function translateOne(scene: Scene, id: string, translatable: ReadonlySet<string>): Promise<number> {
  const before = await scene.owner.get(`/entries/${id}`, 200);
  const source = before.at('fields') as Fields;
  const type = before.string('content_type');
  const expected = Object.keys(source).filter(
    (field) => translatable.has(`${type}.${field}`) && wordsIn(source[field]?.['en-US']).length > 0,
  );
  const body = { entry_id: id, source_locale: 'en-US', target_locales: ['de'], save: true };
  const response = await scene.owner.post('/ai/translate-fields', body, expected.length === 0 ? 422 : 200);
  const after = await scene.owner.get(`/entries/${id}`, 200);
  assert.equal(after.number('version'), before.number('version') + (expected.length === 0 ? 0 : 1), String(response));
  const translated = after.at('fields') as Fields;
  for (const [field, values] of Object.entries(translated)) {
    assert.deepEqual(values['en-US'], source[field]?.['en-US'], field);
    if (!expected.includes(field)) continue;
    assert.deepEqual(structureOf(values.de), structureOf(values['en-US']), `${id} ${field}`);
    for (const word of wordsIn(values.de)) assert.match(word, /^\s*«[\s\S]*»\s*$/);
  }
  return expected.filter((field) => typeof source[field]?.['en-US'] === 'object').length;
}

/** A value without its texts: everything else has to stay as it is. Code is kept whole. */
function structureOf(value: unknown): unknown {
  if (typeof value === 'string') return 'text';
  return JSON.parse(JSON.stringify(value), (_, node) => {
    if (node?.type === 'text' && !isCode(node)) return { ...node, text: hasWords(node.text) ? 'text' : node.text };
    return node;
  });
}

/** The human-readable texts in a value. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return hasWords(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if ((value as { type?: unknown }).type === 'codeBlock') return [];
  const { type, text } = value as { type?: unknown; text?: unknown };
  if (type === 'text' && typeof text === 'string') return hasWords(text) && !isCode(value) ? [text] : [];
  return ((value as { content?: unknown[] }).content ?? []).flatMap(wordsIn);
}

function isCode(node: { marks?: readonly { type: string }[] }): boolean {
  return node.marks?.some(({ type }) => type === 'code') === true;
}

function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** Localizes all text fields of all types. @returns those for people, as type and field */
async function makeTranslatable({ owner, base }: Scene): Promise<Set<string>> {
  const translatable = new Set<string>();
  for (const type of (await owner.get(`${base}/content-types`, 200)).list('items')) {
    const { id, api_id: apiId, fields } = type as { id: string; api_id: string; fields: readonly FieldFacts[] };
    const localized = fields.map((field) => (TEXT_TYPES.includes(field.type) ? { ...field, localized: true } : field));
    await owner.patch(`/content-types/${id}`, { fields: localized }, 200);
    for (const { id: field, type: kind, validations } of fields) {
      const isProse = [validations?.format, validations?.pattern, validations?.in].every((rule) => rule === undefined);
      if (TEXT_TYPES.includes(kind) && isProse) translatable.add(`${apiId}.${field}`);
    }
  }
  return translatable;
}

async function importExport(scene: Scene, path: string): Promise<void> {
  const key = await makeKey(scene.owner, scene.spaceId, { kind: 'management' });
  const output = { print: () => {}, printError: () => {}, progress: null };
  const environment = { LECTERN_URL: scene.url, LECTERN_TOKEN: String(key.token) };
  await runImport(['contentful', path, '--space', scene.spaceId, '--json'], environment, output as never);
}
