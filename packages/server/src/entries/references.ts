/** What links to an entry. */
import type { Models } from '../content-types/models.ts';
import type { Database } from '../database/database.ts';
import { notFound } from '../errors/domain-error.ts';
import type { Actor } from '../journal/actor.ts';
import { resourceId } from '../spaces/resource-id.ts';
import type { Entries } from './entries.ts';
import { IN_DRAFT, IN_PUBLISHED, statusOf } from './entry.ts';
import { selectReferences } from './links/store.ts';
import { selectEntryByKey } from './store.ts';

/** The entries that link to an entry, and in which of their states they do. */
export async function entryReferences(
  { database, models, entries }: { database: Database; models: Models; entries: Entries },
  actor: Actor,
  entryId: string,
) {
  const { environment, key } = await entries.locate(actor, entryId);
  const [row] = await selectEntryByKey(database.reader, { environment: environment.number, key });
  if (row === undefined) throw notFound('entry');
  const model = await models.current(environment);
  const references = await selectReferences(database.reader, { environment: environment.number, kind: 'entry', key });
  return references.map((reference) => ({
    id: resourceId('entry', model.code, reference.key),
    key: reference.key,
    content_type: model.typeByNumber(reference.content_type)?.apiId ?? '',
    status: statusOf(reference),
    in: [
      ...((reference.states & IN_DRAFT) === 0 ? [] : ['draft' as const]),
      ...((reference.states & IN_PUBLISHED) === 0 ? [] : ['published' as const]),
    ],
  }));
}
