/** Checks what is asked of a webhook beside its headers. Each refusal names the place in the body. */

import { parseResourceId } from '../../model/spaces/resource-id.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import { type EventKind, eventKinds } from './event.ts';
import { DECODED_SECRET_PREFIX } from './signature.ts';
import type { WebhookFilters } from './webhook.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=?|[A-Za-z0-9+/]{2}(?:==)?)$/;

/** What a space has that filters can name. */
export interface FilterNames {
  /** Names of its environments. */
  readonly environments: readonly string[];
  /** `api_id`s of content types in any of its environments. */
  readonly contentTypes: ReadonlySet<string>;
  /** Public ids of the same. */
  readonly contentTypeIds: ReadonlySet<string>;
}

/**
 * The kinds of events, each once.
 * @throws `validation_failed` where there is no such kind
 */
export function eventsWanted(asked: readonly string[]): EventKind[] {
  for (const [index, kind] of asked.entries()) {
    if ((eventKinds as readonly string[]).includes(kind)) continue;
    const message = `There is no event ${quoted(kind)}; use some of ${eventKinds.join(', ')}.${didYouMean(kind, eventKinds)}`;
    throw invalid(`events.${index}`, 'enum', message);
  }
  return eventKinds.filter((kind) => asked.includes(kind));
}

/**
 * The filters, each name once.
 * @param stored what the webhook filters so far: a name in it stays possible although what it names is gone
 * @throws `validation_failed` where the space has no such content type or environment
 */
export function filtersWanted(
  asked: { readonly content_types?: readonly string[]; readonly environments?: readonly string[] },
  names: FilterNames,
  stored: WebhookFilters,
): WebhookFilters {
  const contentTypes = [...new Set(asked.content_types ?? [])];
  const environments = [...new Set(asked.environments ?? [])];
  for (const [index, name] of environments.entries()) {
    if (names.environments.includes(name) || stored.environments.includes(name)) continue;
    const message = `The space has no environment ${quoted(name)}; make it first.${didYouMean(name, names.environments)}`;
    throw invalid(`filters.environments.${index}`, 'exists', message);
  }
  for (const [index, name] of contentTypes.entries()) {
    const known = parseResourceId(name) === null ? names.contentTypes : names.contentTypeIds;
    if (known.has(name) || stored.contentTypes.includes(name)) continue;
    const message = `No environment of the space has a content type ${quoted(name)}; make it first.${didYouMean(name, names.contentTypes)}`;
    throw invalid(`filters.content_types.${index}`, 'exists', message);
  }
  return { contentTypes, environments };
}

/** @throws `validation_failed` where a secret says that it is base64 and is not, or holds what no header or file keeps */
export function checkSecret(secret: string): void {
  if (/[\p{Cc}\p{Cs}]/u.test(secret))
    throw invalid('secret', 'format', 'Take control characters out of the secret, or leave it out to have one made.');
  if (!secret.startsWith(DECODED_SECRET_PREFIX) || BASE64.test(secret.slice(DECODED_SECRET_PREFIX.length))) return;
  const message = `What begins with ${DECODED_SECRET_PREFIX} goes on in base64; give such a secret, or leave it out to have one made.`;
  throw invalid('secret', 'format', message);
}
