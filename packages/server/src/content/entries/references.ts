/** What links to an entry. */
import type { Models } from '../../model/content-types/models.ts';
import type { Link } from '../../model/fields/field.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Entries } from './entries.ts';
import { type EntryStatus, IN_DRAFT, IN_PUBLISHED, statusOf } from './entry.ts';
import { selectReferences } from './links/store.ts';
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

/** The entries that link to an entry, and which of their states do. */
export async function entryReferences(
  { entries, ...parts }: ReferenceParts & { entries: Entries },
  actor: Actor,
  entryId: string,
): Promise<EntryReference[]> {
  const { environment, key } = await entries.locate(actor, entryId);
  const [row] = await selectEntryByKey(parts.database.reader, { environment: environment.number, key });
  if (row === undefined) throw notFound('entry');
  return referencesTo(parts, environment, { kind: 'entry', key });
}

/** The entries of an environment that link to an entry or asset, whether or not the target exists. */
export async function referencesTo(
  { database, models }: ReferenceParts,
  environment: Environment,
  { kind, key }: Link,
): Promise<EntryReference[]> {
  const references = await selectReferences(database.reader, { environment: environment.number, kind, key });
  const model = await models.confirmed(environment);
  return references.flatMap((reference) => {
    const type = model.typeByNumber(reference.content_type);
    // If the content type is gone, so are its entries.
    if (type === undefined) return [];
    return {
      id: resourceId('entry', model.code, reference.key),
      key: reference.key,
      content_type: type.apiId,
      status: statusOf(reference),
      in: [
        ...((reference.states & IN_DRAFT) === 0 ? [] : ['draft' as const]),
        ...((reference.states & IN_PUBLISHED) === 0 ? [] : ['published' as const]),
      ],
    };
  });
}
