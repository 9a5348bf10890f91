/** An entry as events about it name it, although it did not change: for samples of webhooks. */
import type { Document } from '../../model/fields/field.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { slugIn } from './claims/shown-slug.ts';
import type { Entries, EntryParts } from './entries.ts';
import { statusOf } from './entry.ts';
import { eventSlugs } from './event-slugs.ts';
import { selectEntryByKey, selectState } from './store.ts';

/** @throws `not_found` for an id that is none, or of an entry that the actor may not see */
export async function entryForEvent(
  {
    database,
    models,
    entries,
  }: Pick<EntryParts, 'database' | 'models'> & { readonly entries: Pick<Entries, 'locate'> },
  actor: Actor,
  entryId: string,
) {
  const { environment, key } = await entries.locate(actor, entryId);
  return database.snapshot(async (reader) => {
    const model = await models.within(reader, environment);
    const [row] = await selectEntryByKey(reader, { environment: environment.number, key });
    const type = row && model.typeByNumber(row.content_type);
    const [state] = row === undefined ? [] : await selectState(reader, { id: row.id, version: row.version });
    if (row === undefined || type === undefined || state === undefined) throw notFound('entry');
    const draft = JSON.parse(state.document) as Document;
    const states = { before: null, after: { row, draft, published: null } };
    return {
      spaceId: environment.spaceId,
      environment: environment.name,
      code: environment.ownCode,
      key,
      contentType: type.apiId,
      slug: slugIn(draft, type, model.locales.default.number, model),
      status: statusOf(row),
      slugs: eventSlugs('entry.update', states, { type, model }),
    };
  });
}
