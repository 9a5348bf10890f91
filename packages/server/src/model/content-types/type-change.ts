/** The open write that changes a content type, and what it records in the journal. */

import type { EventOf } from '../../../../contract/src/event-kinds.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Environment } from '../spaces/environment.ts';
import { resourceId } from '../spaces/resource-id.ts';
import type { ContentType } from './content-type.ts';
import { requireUnlocked } from './model-lock.ts';
import { keepType } from './model-past.ts';
import { typeRepresentation } from './representation.ts';

/** The open write that changes a content type. */
export interface TypeWork {
  readonly actor: Actor;
  readonly writer: Writer;
  readonly change: Change;
  readonly environment: Environment;
}

/**
 * Records the write's change to a type: `before` is absent if it was created, `after` if it was deleted.
 * @throws `model_locked` if the actor may not change the model
 */
export async function recordTypeChange(
  work: TypeWork,
  event: EventOf<'content_type'>,
  { before, after }: { before?: ContentType; after?: ContentType },
): Promise<void> {
  await requireUnlocked(work);
  const { change, environment } = work;
  const type = after ?? before;
  if (type === undefined) return;
  const { spaceId, name, ownCode: code } = environment;
  const changes = {
    ...(before === undefined ? {} : { before: audited(before, code) }),
    ...(after === undefined ? {} : { after: audited(after, code) }),
  };
  const target = { type: 'content_type', id: resourceId('content_type', code, type.apiId) };
  change.record({ action: event, target, spaceId, environment: name, changes });
  keepType(change, environment.number, type.number, before ?? null);
  change.item({
    environment,
    event,
    kind: 'content_type',
    key: type.apiId,
    resource: type.number,
    published: true,
  });
}

/** The type in the form that the audit compares: fields by name, and their order. */
function audited(type: ContentType, code: string): object {
  const { fields, warnings: _, ...rest } = typeRepresentation(type, code);
  const byId = Object.fromEntries(fields.map(({ id, ...field }) => [id, field]));
  return { ...rest, field_order: fields.map(({ id }) => id), fields: byId };
}
