/** What requests on entries must satisfy before any write: an existing type, a valid key, and for authors their own entry. */

import { isKey } from '../../../../contract/src/keys.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import { keyWithin } from '../../model/spaces/resource-id.ts';
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { didYouMean } from '../../platform/kit/suggestion.ts';
import type { EntryWork, StoredEntry, TypedWork } from './entry.ts';
import type { EntryRow } from './tables.ts';

/**
 * Finds the content type that a body identifies by id or api_id.
 * @throws `validation_failed` with the path of that member
 */
export function requireType(work: Pick<EntryWork, 'model'>, idOrApiId: string, path = 'content_type_id'): ContentType {
  const apiId = keyWithin(work.model.codes, 'content_type', idOrApiId);
  const type = apiId === null ? undefined : work.model.typeByApiId(apiId);
  if (type?.kind === 'component') {
    const message = `Name a content type of kind entry; "${type.apiId}" is a component, whose fields stand inside of other values.`;
    throw invalid(path, 'kind', message);
  }
  if (type !== undefined) return type;
  const known = work.model.entryTypes.map(({ apiId: name }) => name);
  const hint = didYouMean(idOrApiId, known);
  throw invalid(
    path,
    'exists',
    `There is no content type "${idOrApiId.slice(0, 100)}" in this environment; create it first or name another.${hint}`,
  );
}

/** @throws `validation_failed` if the text is not a valid entry key */
export function requireKey(path: string, key: string): void {
  if (isKey(key)) return;
  throw invalid(path, 'key', 'Give a key of 1 to 64 of the characters A-Z a-z 0-9 . _ - not in the form of an id.');
}

/**
 * Authors may only change drafts of their own.
 * @throws `insufficient_permission`
 */
export function requireOwn(actor: Actor, row: Pick<EntryRow, 'created_by'>): void {
  if (actor.permits('entry.update') || row.created_by === actor.id) return;
  throw new DomainError('insufficient_permission', 'Ask an editor; your role may only change your own entries.', {
    permission: 'entry.update',
  });
}

/** @throws `conflict` if the entry's content type differs from the work's */
export function requireSameType(stored: StoredEntry, { type, model }: TypedWork): void {
  if (stored.row.content_type === type.number) return;
  const current = model.typeByNumber(stored.row.content_type)?.apiId ?? '';
  throw new DomainError(
    'conflict',
    `Use another key; the entry with this key has the content type ${current}, which cannot change.`,
    {
      content_type: current,
    },
  );
}
