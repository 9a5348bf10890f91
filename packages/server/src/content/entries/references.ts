/** What links to an entry. */
import type { Model } from '../../model/content-types/model.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { Link } from '../../model/fields/field.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Entries } from './entries.ts';
import { type EntryStatus, IN_DRAFT, IN_PUBLISHED, statusOf } from './entry.ts';
import { countReferences, type ReferenceRow, selectReferences, selectReferencesOfPage } from './links/store.ts';
import { selectEntryByKey } from './store.ts';

/** What reading references requires. */
export interface ReferenceParts {
  readonly database: Database;
  readonly models: Models;
}

/** An entry that links to something. */
export interface EntryReference {
  readonly id: string;
  readonly key: string;
  /** api_id of its content type. */
  readonly content_type: string;
  readonly status: EntryStatus;
  /** The states that link to it. */
  readonly in: ('draft' | 'published')[];
}

/** The entry or asset that is linked to. */
export interface LinkTarget extends Link {
  readonly environment: Environment;
}

/** An entry that others may link to. @throws `not_found` */
export async function linkedEntry(
  { entries, database }: Pick<ReferenceParts, 'database'> & { entries: Entries },
  actor: Actor,
  entryId: string,
): Promise<LinkTarget> {
  const { environment, key } = await entries.locate(actor, entryId);
  const [row] = await selectEntryByKey(database.reader, { environment: environment.number, key });
  if (row === undefined) throw notFound('entry');
  return { environment, kind: 'entry', key };
}

/** The entries of an environment that link to an entry or asset, whether or not the target exists. */
export async function referencesTo(
  { database, models }: ReferenceParts,
  { environment, kind, key }: LinkTarget,
): Promise<EntryReference[]> {
  const rows = await selectReferences(database.reader, { environment: environment.number, kind, key });
  const model = await models.confirmed(environment);
  return rows.flatMap((row) => shown(row, model) ?? []);
}

/**
 * Those of them that a page in the order of their creation shows, and how many there are.
 * @param wanted.after the `number` of the one that they come after
 */
export async function referencesOfPage(
  { database, models }: ReferenceParts,
  { environment, kind, key }: LinkTarget,
  wanted: { readonly after: number; readonly skip: number; readonly limit: number },
): Promise<{ rows: { number: number; reference: EntryReference }[]; total: number }> {
  const target = { environment: environment.number, kind, key };
  const rows = await selectReferencesOfPage(database.reader, { ...target, ...wanted });
  const model = await models.confirmed(environment);
  return {
    rows: rows.flatMap((row) => {
      const reference = shown(row, model);
      return reference === undefined ? [] : { number: row.id, reference };
    }),
    total: await countReferences(database.reader, target),
  };
}

/** Undefined if the content type is gone: so are its entries. */
function shown(row: ReferenceRow, model: Model): EntryReference | undefined {
  const type = model.typeByNumber(row.content_type);
  if (type === undefined) return undefined;
  return {
    id: resourceId('entry', model.code, row.key),
    key: row.key,
    content_type: type.apiId,
    status: statusOf(row),
    in: [
      ...((row.states & IN_DRAFT) === 0 ? [] : ['draft' as const]),
      ...((row.states & IN_PUBLISHED) === 0 ? [] : ['published' as const]),
    ],
  };
}
