/** The real exports that lie beside the checkout, each imported into a space, and what sites get of it. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ImportedFile, importFile } from '../../../server/test/content/importers/import-run.ts';
import { given, type Member, type Scene } from '../../../testing/src/given.ts';
import type { ContentType, Entry, Locale } from '../../src/api/types.ts';
import { itemsOf, membersOf } from './raw-json.ts';

export const FOLDER = join(import.meta.dirname, '../../../../../shared/data');
/** How the files of each system are called. */
const SOURCES = [
  ['contentful', /^contentful-.*\.json$/],
  ['strapi', /^strapi-.*\.tar\.gz$/],
  ['wordpress', /^wordpress-.*\.xml$/],
] as const;
/** More than any of them holds. */
const LIMIT = 1_000;

/** The exports; none where there is no such folder. */
export function realExports(): readonly ImportedFile[] {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).toSorted() : [];
  return SOURCES.flatMap(([source, pattern]) =>
    names.filter((name) => pattern.test(name)).map((name): ImportedFile => [source, join(FOLDER, name)]),
  );
}

/** What a plane answers of one entry: its members as they are written, by name. */
export type Answered = ReadonlyMap<string, string>;

/** What the planes answer of all entries in all locales, by id. */
export interface Answers {
  readonly delivery: ReadonlyMap<string, Answered>;
  readonly preview: ReadonlyMap<string, Answered>;
}

export interface ImportedSpace {
  readonly scene: Scene;
  readonly types: readonly ContentType[];
  /** The default one first. */
  readonly locales: readonly Locale[];
  readonly entries: readonly Entry[];
}

/** Imports an export into a new space of a person. */
export async function importExport(url: string, member: Member, file: ImportedFile): Promise<ImportedSpace> {
  const scene = await given(url, { member });
  const { code, report } = await importFile(scene, file);
  assert.deepEqual([code, report.refused], [0, []]);
  const listed = async (path: string) => (await scene.owner.get(`${path}?limit=${LIMIT}`, 200)).list('items');
  const locales = (await listed(`${scene.space}/locales`)) as Locale[];
  return {
    scene,
    types: (await listed(`${scene.base}/content-types`)) as ContentType[],
    locales: locales.toSorted((a, b) => Number(b.default) - Number(a.default)),
    entries: (await listed(`${scene.base}/entries`)) as Entry[],
  };
}

/** Reads all entries from both planes. */
export async function readAnswers({ delivery, preview, read }: Scene): Promise<Answers> {
  const all = `${read}/entries?locale=*&include=0&limit=${LIMIT}`;
  const [delivered, previewed] = await Promise.all([delivery.get(all, 200), preview.get(all, 200)]);
  return { delivery: byId(delivered.text), preview: byId(previewed.text) };
}

function byId(text: string): ReadonlyMap<string, Answered> {
  const items = itemsOf(membersOf(text).get('items') ?? '[]').map(membersOf);
  return new Map(items.map((item) => [JSON.parse(item.get('id') ?? '') as string, item]));
}
