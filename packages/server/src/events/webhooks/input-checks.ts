/** Checks the input of a webhook, except its headers. Every error contains the path in the body. */

import { type EventKind, eventKinds } from '../../../../contract/src/event-kinds.ts';
import { parseResourceId } from '../../model/spaces/resource-id.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import { DECODED_SECRET_PREFIX } from './signature.ts';
import type { WebhookFilters } from './webhook.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=?|[A-Za-z0-9+/]{2}(?:==)?)$/;

/** The names of a space that filters can use. */
export interface FilterNames {
  /** Names of its environments and their aliases. */
  readonly environments: readonly string[];
  /** `api_id`s of content types in any of its environments. */
  readonly contentTypes: ReadonlySet<string>;
  /** Public ids of these content types, with the codes of all environment names. */
  readonly contentTypeIds: ReadonlySet<string>;
}

/**
 * The event kinds, without duplicates.
 * @throws `validation_failed` if a kind does not exist
 */
export function checkedEvents(input: readonly string[]): EventKind[] {
  for (const [index, kind] of input.entries()) {
    if ((eventKinds as readonly string[]).includes(kind)) continue;
    const message = `There is no event ${quoted(kind)}; use some of ${eventKinds.join(', ')}.${didYouMean(kind, eventKinds)}`;
    throw invalid(`events.${index}`, 'enum', message, { listed: eventKinds });
  }
  return eventKinds.filter((kind) => input.includes(kind));
}

/**
 * The filters, without duplicates.
 * @param stored the current filters, whose names stay valid even if the resource is gone
 * @throws `validation_failed` if the space has no such content type or environment
 */
export function checkedFilters(
  input: { readonly content_types?: readonly string[]; readonly environments?: readonly string[] },
  names: FilterNames,
  stored: WebhookFilters,
): WebhookFilters {
  const contentTypes = [...new Set(input.content_types ?? [])];
  const environments = [...new Set(input.environments ?? [])];
  for (const [index, name] of environments.entries()) {
    if (names.environments.includes(name) || stored.environments.includes(name)) continue;
    const message = `The space has no environment ${quoted(name)}; create it first.${didYouMean(name, names.environments)}`;
    throw invalid(`filters.environments.${index}`, 'exists', message);
  }
  for (const [index, name] of contentTypes.entries()) {
    const known = parseResourceId(name) === null ? names.contentTypes : names.contentTypeIds;
    if (known.has(name) || stored.contentTypes.includes(name)) continue;
    const message = `No environment of the space has a content type ${quoted(name)}; create it first.${didYouMean(name, names.contentTypes)}`;
    throw invalid(`filters.content_types.${index}`, 'exists', message);
  }
  return { contentTypes, environments };
}

/** @throws `validation_failed` if the secret claims to be base64 but is not, or contains characters that no header can */
export function checkSecret(secret: string): void {
  if (/[\p{Cc}\p{Cs}]/u.test(secret))
    throw invalid('secret', 'format', 'Remove control characters from the secret, or leave it out to get a new one.');
  if (!secret.startsWith(DECODED_SECRET_PREFIX) || BASE64.test(secret.slice(DECODED_SECRET_PREFIX.length))) return;
  const message = `Give base64 after ${DECODED_SECRET_PREFIX}, or leave the secret out to get a new one.`;
  throw invalid('secret', 'format', message);
}
