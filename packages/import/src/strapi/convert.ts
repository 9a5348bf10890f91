/**
 * Converts a whole Strapi export to records of the import route: types, files of the media library, then each document. The records can be iterated again with the same result, so that a second import changes nothing.
 */
import type { FieldRules } from '../field-rules.ts';
import { Notes } from '../notes.ts';
import { type ConvertedFile, type ImportRecord, type RecordKind, type RefusedRecord, titleKey } from '../records.ts';
import { FILE_UID } from './archive/links.ts';
import type { Row } from './archive/rows.ts';
import type { StrapiExport } from './archive/strapi-export.ts';
import { Assets, convertAsset } from './documents/assets.ts';
import type { DocumentContext } from './documents/context.ts';
import { type ConvertedDocument, convertDocument } from './documents/document.ts';
import { DocumentKeys } from './documents/keys.ts';
import type { ImportedLocales } from './documents/locales.ts';
import { type Model, planModel } from './model/model.ts';

/** How notes describe what is not content; other kinds are counted under their own names. */
const leftOut: Readonly<Record<string, string>> = {
  'plugin::users-permissions.user': 'end users were left out: accounts and passwords are not read.',
  'plugin::upload.folder': 'folders of the media library were left out: there are none here.',
  settings: 'settings were left out: an import brings content, not how entries are edited or what plugins do.',
  webhooks: 'webhooks were left out, and their headers not read: make them here.',
};

/** Converts an export, whose rows have to stay open as long as the records are gone through. */
export function convertStrapi(
  file: StrapiExport,
  locales: ImportedLocales,
  fieldRules: FieldRules,
): ConvertedFile<Iterable<ImportRecord>> {
  const notes = new Notes();
  const model = planModel(file, notes, fieldRules);
  const types = [...model.values()].map(({ schema }) => schema).filter(({ isComponent }) => !isComponent);
  const assets = Assets.of(file);
  const context = { file, model, keys: new DocumentKeys(file.rows, types), assets, locales, notes, fieldRules };
  noteOthers(file, notes);
  const titles = new Map([...assets.titles].map(([key, title]) => [titleKey('asset', key), title]));
  const counts = new Map<string, number>();
  for (const { title, entry } of documentsIn(context)) {
    if (entry === null) continue;
    counts.set(entry.content_type, (counts.get(entry.content_type) ?? 0) + 1);
    titles.set(titleKey('entry', entry.key), title);
  }
  return {
    records: { [Symbol.iterator]: () => recordsOf(context) },
    total: model.size + assets.rows.size + [...counts.values()].reduce((sum, count) => sum + count, 0),
    refused: withoutDocument(file, model),
    notes,
    files: assets.files,
    titles,
    came: [...counts].map(([content_type, entries]) => ({ content_type, entries })),
  };
}

function* recordsOf(context: DocumentContext): Generator<ImportRecord> {
  const { file, model, assets, locales, notes } = context;
  for (const { record: type } of model.values()) yield record('content_type', type.api_id, type);
  for (const [key, row] of assets.rows)
    yield record('asset', key, convertAsset({ key, row, data: file.rows.read(row) }, locales, notes));
  for (const { entry } of documentsIn(context)) if (entry !== null) yield record('entry', entry.key, entry);
}

function* documentsIn(context: DocumentContext): Generator<ConvertedDocument> {
  for (const plan of context.model.values()) {
    if (plan.schema.isComponent) continue;
    const { uid } = plan.schema;
    const rows = context.file.rows.of(uid).filter(({ documentId }) => documentId !== '');
    for (const [documentId, own] of Map.groupBy(rows, (row) => row.documentId))
      yield convertDocument({ key: context.keys.keyOf(uid, documentId), plan, rows: own }, context);
  }
}

function record(kind: RecordKind, key: string, body: object): ImportRecord {
  return { kind, key, line: JSON.stringify({ [kind]: body }) };
}

/** Rows without the id of a document. */
function withoutDocument({ rows }: StrapiExport, model: Model): readonly RefusedRecord[] {
  return [...model.keys()].flatMap((uid) =>
    rows
      .of(uid)
      .filter(({ documentId }) => documentId === '')
      .map((row) => refusedRow(uid, row)),
  );
}

function refusedRow(uid: string, { id, where }: Row): RefusedRecord {
  const message = `The row of ${uid} in ${where} has no usable documentId; start Strapi 5 once, so that it gets one, and export again.`;
  return { kind: 'entry', key: `${uid} ${id}`, code: 'validation_failed', message };
}

function noteOthers({ others, schemas, rows, locales }: StrapiExport, notes: Notes): void {
  for (const [name, count] of others) {
    const message = Object.hasOwn(leftOut, name)
      ? leftOut[name]
      : `of "${name}" were left out: an import brings content, not users, permissions and plugins.`;
    notes.add('left_out', 'the file', `${count} ${message}`);
  }
  if (locales.length > 1)
    notes.add(
      'changed',
      'the file',
      'Strapi has no fallbacks, so new locales have none: what is not translated is absent. Set a fallback where you want one.',
    );
  if (rows.of(FILE_UID).length > 0 && locales.length > 1)
    notes.add('changed', 'the file', 'Texts of files are of no locale there; here each locale has them.');
  const unknown = rows.uids().filter((uid) => uid !== FILE_UID && !schemas.has(uid));
  for (const uid of unknown)
    notes.add(
      'left_out',
      'the file',
      `${rows.of(uid).length} of "${uid}" were left out: the file has no schema of them.`,
    );
}
