/**
 * When each part of an environment's published content last changed: every content type, the assets, the locales.
 * Invariant: the parts of a head are read after that head, so they are never older than it.
 */
import type { Database, Writer } from '../database/database.ts';
import { type Build, prepared, preparedNow } from '../database/prepared.ts';
import type { Head } from './environment-heads.ts';

/** Environments to remember; the others are read again. */
const ENVIRONMENTS_KEPT = 1_000;

/** The revision at which each part last changed, by name: `type:<number>`, `assets`, `locales`. */
export type PartRevisions = ReadonlyMap<string, number>;

interface KnownParts {
  readonly epoch: string;
  readonly publishedRevision: number;
  readonly parts: PartRevisions;
}

interface PartRow {
  readonly head: string;
  readonly revision: number;
}

const parts: Build<{ environment: number }, PartRow> = (db, place) =>
  db.selectFrom('environment_heads').select(['head', 'revision']).where('environment', '=', place('environment'));
const selectParts = prepared(parts);
const selectPartsNow = preparedNow(parts);

export class PublishedHeads {
  readonly #database: Pick<Database, 'reader'>;
  readonly #known = new Map<number, KnownParts>();

  constructor(parts: { database: Pick<Database, 'reader'> }) {
    this.#database = parts.database;
  }

  /** The parts as of that head or later, if they are known without waiting for the database. */
  known(head: Head): PartRevisions | undefined {
    const { number, epoch, published_revision } = head;
    const known = this.#known.get(number);
    if (known !== undefined && known.epoch === epoch && known.publishedRevision >= published_revision)
      return known.parts;
    const rows = selectPartsNow(this.#database.reader, { environment: number });
    return rows && this.#take(head, rows);
  }

  /** The parts as of that head or later. */
  async of(head: Head): Promise<PartRevisions> {
    return this.known(head) ?? this.#take(head, await selectParts(this.#database.reader, { environment: head.number }));
  }

  #take({ number, epoch, published_revision }: Head, rows: readonly PartRow[]): PartRevisions {
    const parts = new Map(rows.map((row) => [row.head, row.revision]));
    if (this.#known.size >= ENVIRONMENTS_KEPT) this.#known.clear();
    this.#known.set(number, { epoch, publishedRevision: published_revision, parts });
    return parts;
  }
}

/** Gives an environment that has none the parts of another one, all last changed at one revision. */
export async function copyPublishedHeads(
  writer: Writer,
  { source, clone, revision }: { source: number; clone: number; revision: number },
): Promise<void> {
  const heads = await writer
    .selectFrom('environment_heads')
    .select('head')
    .where('environment', '=', source)
    .orderBy('head')
    .execute();
  if (heads.length === 0) return;
  await writer
    .insertInto('environment_heads')
    .values(heads.map(({ head }) => ({ environment: clone, head, revision })))
    .execute();
}

/** Removes the parts of an environment that is deleted. */
export async function removePublishedHeads(writer: Writer, environment: number): Promise<void> {
  await writer.deleteFrom('environment_heads').where('environment', '=', environment).execute();
}
