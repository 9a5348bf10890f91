/**
 * When each part of what delivery shows of an environment changed last: every content type, the assets, the locales.
 * Invariant: the parts of a head are read after that head, so they are never older than it.
 */
import type { Database } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import type { Head } from './heads.ts';

/** Environments remembered; the rest are read again. */
const ENVIRONMENTS_KEPT = 1_000;

/** The revision at which each part changed last, by its name: `type:<number>`, `assets`, `locales`. */
export type PartRevisions = ReadonlyMap<string, number>;

interface KnownParts {
  readonly epoch: string;
  readonly publishedRevision: number;
  readonly parts: PartRevisions;
}

const selectParts = prepared<{ environment: number }, { head: string; revision: number }>((db, place) =>
  db.selectFrom('environment_heads').select(['head', 'revision']).where('environment', '=', place('environment')),
);

export class PublishedHeads {
  readonly #database: Pick<Database, 'reader'>;
  readonly #known = new Map<number, KnownParts>();

  constructor(parts: { database: Pick<Database, 'reader'> }) {
    this.#database = parts.database;
  }

  /** The parts as they stand at that head or later, where the database need not be asked for them. */
  known({ number, epoch, published_revision }: Head): PartRevisions | undefined {
    const known = this.#known.get(number);
    const stands = known !== undefined && known.epoch === epoch && known.publishedRevision >= published_revision;
    return stands ? known.parts : undefined;
  }

  /** The parts as they stand at that head or later. */
  async of(head: Head): Promise<PartRevisions> {
    const known = this.known(head);
    if (known !== undefined) return known;
    const rows = await selectParts(this.#database.reader, { environment: head.number });
    const parts = new Map(rows.map((row) => [row.head, row.revision]));
    if (this.#known.size >= ENVIRONMENTS_KEPT) this.#known.clear();
    this.#known.set(head.number, { epoch: head.epoch, publishedRevision: head.published_revision, parts });
    return parts;
  }
}
