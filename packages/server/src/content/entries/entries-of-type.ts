/** Walks the entries of content types with the documents of their states, in pieces: for what changes of the model ask and do. */
import { allFields, type ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import { allLevels, holdsBlocks, type Level, topLevel } from '../../model/fields/document/own-values.ts';
import type { Document, Field } from '../../model/fields/field.ts';
import type { Reader } from '../../platform/database/database.ts';
import { parseMembers, readInPieces } from '../../platform/database/row-pieces.ts';
import { yieldToReads } from '../../platform/database/savepoint.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { type StateOfType, selectDocumentsOfType, selectStatesOfType } from './store.ts';

const CHUNK_ENTRIES = 500;

/** Numbers of an environment and of a content type in it. */
interface TypePlace {
  readonly environment: number;
  readonly contentType: number;
}

/** An entry of a type with the documents of its states, newest first. */
export interface EntryStates {
  readonly id: number;
  readonly key: string;
  readonly version: number;
  readonly publishedVersion: number | null;
  readonly savedAt: number;
  readonly draft: Document;
  readonly published: Document | null;
}

/** The entries of a type with their states, in the order of their row ids. @param names as of `piecesOfType` */
export async function* entriesOfType(
  db: Reader,
  place: TypePlace,
  names: readonly string[] | null,
): AsyncGenerator<EntryStates> {
  const pace = new Pace();
  for await (const piece of piecesOfType(db, place, names))
    for (const entry of piece) {
      yield entry;
      await pace.restIfDue();
    }
}

/**
 * The same in pieces that take a bounded amount of memory.
 * @param names the members of documents to read; null for all
 */
export async function* piecesOfType(
  db: Reader,
  place: TypePlace,
  names: readonly string[] | null,
): AsyncGenerator<readonly EntryStates[]> {
  const { environment, contentType } = place;
  let after = -1;
  for (;;) {
    // An entry has at most two states, so only the last entry of a chunk can be incomplete; it is read again.
    const rows = await selectStatesOfType(db, { environment, contentType, after, chunk: CHUNK_ENTRIES * 2 });
    const isLast = rows.length < CHUNK_ENTRIES * 2;
    const lastId = isLast ? undefined : rows.at(-1)?.id;
    const entries = sizedEntries(rows.filter(({ id }) => id !== lastId));
    yield* readInPieces(entries, (piece) => withDocuments(db, { ...place, piece }, names));
    if (isLast) return;
    after = entries.at(-1)?.first.id ?? after;
    await yieldToReads();
  }
}

/** The types whose entries may have values of a type: itself, or all with components inside; with the members to read. */
export function typesHolding(
  model: Model,
  contentType: number,
  names: readonly string[],
): { readonly type: ContentType; readonly names: readonly string[] }[] {
  const type = model.typeByNumber(contentType);
  if (type === undefined) return [];
  if (type.kind === 'entry') return [{ type, names }];
  // A block stays, hidden, in values of fields that take its component no longer.
  return model.entryTypes.flatMap((holder) => {
    const fields = allFields(holder).filter(holdsBlocks);
    return fields.length === 0 ? [] : [{ type: holder, names: namesOf(fields) }];
  });
}

/** The levels of a document that are of a type: itself, or components. */
export function levelsOf(
  { document, type, model }: { document: Document; type: ContentType; model: Model },
  contentType: number,
): Level[] {
  const top = topLevel({ document, fields: type.fields });
  if (type.number === contentType) return [top];
  return [...allLevels(top, model)].filter(({ component }) => component?.number === contentType);
}

/** The members of documents that contain the values of fields. */
export function namesOf(fields: readonly Pick<Field, 'number'>[]): string[] {
  return fields.map(({ number }) => String(number));
}

/** The rows of the states of one entry. */
interface SizedEntry {
  readonly first: StateOfType;
  readonly bytes: number;
}

function sizedEntries(rows: readonly StateOfType[]): SizedEntry[] {
  const entries = new Map<number, SizedEntry>();
  for (const row of rows) {
    const known = entries.get(row.id);
    entries.set(row.id, { first: known?.first ?? row, bytes: (known?.bytes ?? 0) + row.bytes });
  }
  return [...entries.values()];
}

async function withDocuments(
  db: Reader,
  { environment, contentType, piece }: { environment: number; contentType: number; piece: readonly SizedEntry[] },
  names: readonly string[] | null,
): Promise<EntryStates[]> {
  const [from, to] = [piece[0]?.first.id ?? 0, piece.at(-1)?.first.id ?? 0];
  const rows = await selectDocumentsOfType(db, { environment, contentType, from, to }, names);
  const documents = new Map(rows.map(({ id, version, document }) => [`${id} ${version}`, document]));
  return piece.map(({ first }) => statesOf(first, (version) => documents.get(`${first.id} ${version}`)));
}

function statesOf(
  { id, key, version, published_version: publishedVersion, saved_at: savedAt }: StateOfType,
  textOf: (version: number | null) => string | undefined,
): EntryStates {
  const [draft, published] = [textOf(version), textOf(publishedVersion)];
  return {
    id,
    key,
    version,
    publishedVersion,
    savedAt,
    draft: draft === undefined ? {} : parseMembers<Document>(draft),
    published: published === undefined ? null : parseMembers<Document>(published),
  };
}
