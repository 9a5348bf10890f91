/** The stored versions of an entry: listing, reading, comparing them, and restoring an old one as the draft. */
import { zstdDecompressSync } from 'node:zlib';
import type { ContentType } from '../../../model/content-types/content-type.ts';
import type { Model } from '../../../model/content-types/model.ts';
import { ownChanges, replaceDocument } from '../../../model/fields/document/changes.ts';
import { validateDocument } from '../../../model/fields/document/checks.ts';
import { renderRaw } from '../../../model/fields/document/views.ts';
import type { Document } from '../../../model/fields/field.ts';
import { checkVersion } from '../../../platform/errors/check-version.ts';
import { invalid, notFound, validationFailed } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import { isoTime } from '../../../platform/kit/clock.ts';
import { changedFields } from '../changed-fields.ts';
import { slugKeptOrMade } from '../draft.ts';
import type { Entries, EntryParts, EntryPlace } from '../entries.ts';
import type { EntryStatus, StoredEntry, TypedWork } from '../entry.ts';
import { checkLinks } from '../links/link-targets.ts';
import { type EntryView, renderContext } from '../representation.ts';
import { selectEntryByKey } from '../store.ts';
import type { EntryVersionRow } from '../tables.ts';
import { countVersions, selectVersion, selectVersions, type VersionsWanted } from './store.ts';

/** An entry whose versions are read. */
interface Versioned {
  readonly id: number;
  readonly model: Model;
  readonly type: ContentType;
}

export class EntryVersions {
  readonly #parts: EntryParts;
  readonly #entries: Entries;

  constructor(parts: EntryParts, entries: Entries) {
    this.#parts = parts;
    this.#entries = entries;
  }

  /** All stored versions, newest first, without fields. */
  async list(actor: Actor, entryId: string) {
    const { id } = await this.#find(actor, entryId);
    const rows = await selectVersions(this.#parts.database.reader, id);
    return rows.map(versionView);
  }

  /** Those of them that a page shows, and how many there are. */
  async page(actor: Actor, entryId: string, wanted: VersionsWanted) {
    const { id } = await this.#find(actor, entryId);
    const { reader } = this.#parts.database;
    const rows = await selectVersions(reader, id, wanted);
    return { rows: rows.map(versionView), total: await countVersions(reader, id) };
  }

  /** One version with its fields, rendered with the current model. */
  async get(actor: Actor, entryId: string, version: number) {
    const entry = await this.#find(actor, entryId);
    const row = await this.#version(entry, version);
    const view = { ...entry.model.readingOf(entry.type), document: documentOf(row) };
    return { ...versionView(row), fields: renderRaw(view, renderContext(entry.model)) };
  }

  /** The differences between two versions, value by value. */
  async diff(actor: Actor, entryId: string, from: number, to: number) {
    const entry = await this.#find(actor, entryId);
    const [before, after] = [await this.#version(entry, from), await this.#comparedVersion(entry, to)];
    const changed = changedFields({ type: entry.type, model: entry.model }, documentOf(before), documentOf(after));
    const changes = Object.entries(changed).map(([path, values]) => ({
      path: `fields.${path}`,
      before: values.before,
      after: values.after,
    }));
    return { from, to, changes };
  }

  /**
   * Saves the values of an old version as the draft.
   * @throws `validation_failed` if they do not fit the current content type
   */
  async restore(actor: Actor, place: EntryPlace, version: number, expected?: number): Promise<EntryView> {
    return this.#entries.change(actor, place, async (work, stored) => {
      checkVersion(expected, stored.row.version);
      const [row] = await selectVersion(work.writer, { id: stored.row.id, version });
      if (row === undefined) throw notFound('version');
      const document = await restoredDraft(work, stored, documentOf(row));
      const violations = [
        ...(await validateDocument({ ...work.model.readingOf(work.type), document })),
        ...(await checkLinks(work, document, false)),
      ];
      if (violations.length > 0) throw validationFailed(violations);
      return this.#entries.saveDraft(work, stored, document, 'restore');
    });
  }

  async #find(actor: Actor, entryId: string): Promise<Versioned> {
    const { environment, key } = await this.#entries.locate(actor, entryId);
    const [row] = await selectEntryByKey(this.#parts.database.reader, { environment: environment.number, key });
    const model = await this.#parts.models.confirmed(environment);
    const type = row === undefined ? undefined : model.typeByNumber(row.content_type);
    if (row === undefined || type === undefined) throw notFound('entry');
    return { id: row.id, model, type };
  }

  async #version({ id }: Versioned, version: number): Promise<EntryVersionRow> {
    const [row] = await selectVersion(this.#parts.database.reader, { id, version });
    if (row === undefined) throw notFound('version');
    return row;
  }

  /** @throws `validation_failed`, not `not_found`, because the query contains the version, not the path */
  async #comparedVersion({ id }: Versioned, version: number): Promise<EntryVersionRow> {
    const [row] = await selectVersion(this.#parts.database.reader, { id, version });
    if (row === undefined)
      throw invalid('query.to', 'exists', `The entry has no version ${version}; take one from its list of versions.`);
    return row;
  }
}

/** The draft after restoring an old version: its visible values, the draft's hidden ones, and always a slug. */
async function restoredDraft(work: TypedWork, stored: StoredEntry, old: Document): Promise<Document> {
  const { type, model } = work;
  const read = model.readingOf(type);
  const draft = replaceDocument({ ...read, current: stored.draft, changes: ownChanges({ ...read, document: old }) });
  return slugKeptOrMade(work, draft, { entry: stored.row.id, before: stored.draft });
}

type VersionSummary = Pick<
  EntryVersionRow,
  'version' | 'action' | 'status' | 'created_at' | 'created_by' | 'published_from'
>;

function versionView(row: VersionSummary) {
  return {
    version: row.version,
    action: row.action,
    status: row.status as EntryStatus,
    published: row.published_from !== null,
    created_at: isoTime(row.created_at),
    created_by: row.created_by,
  };
}

function documentOf(row: EntryVersionRow): Document {
  return JSON.parse(zstdDecompressSync(row.document).toString('utf8')) as Document;
}
