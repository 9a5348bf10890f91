/**
 * The complete content of the demo as records of the import route, always the same, so that a second run changes
 * nothing.
 */
import { join } from 'node:path';
import type { ExportedFile } from '@lectern/import/exported-file.ts';
import type { ImportRecord, RecordKind } from '@lectern/import/records.ts';
import { packageFolder } from '../../platform/config/package-folder.ts';
import { demoArticles } from './content/articles.ts';
import { demoTypes } from './content/model.ts';
import { demoBlocks, demoPages } from './content/pages.ts';
import { demoAssets, demoAuthors } from './content/people.ts';

/** Creation time of content without its own date. */
const FIRST_DAY = '2026-07-01';

interface DemoEntry {
  readonly key: string;
  readonly status: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The folder of the pictures, drawn by `scripts/draw-demo-pictures.ts`. */
export const demoPictureFolder = join(packageFolder, 'src/commands/demo/content/pictures');

/** The files of the assets. */
export const demoFiles: readonly ExportedFile[] = demoAssets.map(({ key }) => {
  const fileName = `${key}.jpg`;
  return { key, about: `asset ${key}`, fileName, places: [fileName] };
});

/** Types, then assets, then entries, each after what it links to. */
export function demoRecords(): readonly ImportRecord[] {
  const entries: readonly DemoEntry[] = [...demoAuthors, ...demoArticles, ...demoBlocks, ...demoPages];
  return [
    ...demoTypes.map((type) => record('content_type', type.api_id, type)),
    ...demoAssets.map((asset) => record('asset', asset.key, { ...asset, ...madeAt(FIRST_DAY) })),
    ...entries.map((entry) => record('entry', entry.key, { ...entry, ...timesOf(entry) })),
  ];
}

function record(kind: RecordKind, key: string, body: object): ImportRecord {
  return { kind, key, line: JSON.stringify({ [kind]: body }) };
}

/** Articles appear on the day they were written. */
function timesOf({ status, fields }: DemoEntry): Readonly<Record<string, string>> {
  const day = typeof fields.written_on === 'string' ? fields.written_on : FIRST_DAY;
  const publishedAt = `${day}T08:00:00.000Z`;
  return {
    ...madeAt(day),
    ...(status === 'draft' ? {} : { published_at: publishedAt, first_published_at: publishedAt }),
  };
}

function madeAt(day: string): Readonly<Record<string, string>> {
  return { created_at: `${day}T07:00:00.000Z`, updated_at: `${day}T08:00:00.000Z` };
}
