/**
 * Looks at the warnings of an import again once all of its records have arrived. A link whose target comes later in the archive has a
 * warning until then. Nothing is imported again: what people changed meanwhile stays.
 */
import { contentKind } from '../../../content/kinds/kinds.ts';
import type { Models } from '../../../model/content-types/models.ts';
import type { Environment } from '../../../model/spaces/environment.ts';
import type { Environments } from '../../../model/spaces/environments.ts';
import type { Writer } from '../../../platform/database/database.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { StoredResult } from './tally.ts';

export interface WarningCheckParts {
  readonly environments: Pick<Environments, 'open'>;
  readonly models: Models;
}

/** Gives the result as it is now, inside an open write. */
export type WarningCheck = (writer: Writer, result: StoredResult) => Promise<StoredResult>;

/** @returns what looks at the given results; it opens their environments before the write */
export async function warningCheck(
  { environments, models }: WarningCheckParts,
  { actor, spaceId }: { readonly actor: Actor; readonly spaceId: string },
  results: readonly StoredResult[],
): Promise<WarningCheck> {
  const opened = new Map<string, Environment | null>();
  for (const { environment: name } of results)
    if (name !== null && !opened.has(name)) opened.set(name, await openOrNull(environments.open(actor, spaceId, name)));
  return async (writer, result) => {
    const environment = opened.get(result.environment ?? '');
    const check = environment === undefined ? null : checkOf(result);
    if (check === null || environment === undefined) return result;
    return {
      ...result,
      warnings: environment === null ? [] : await check({ writer, environment, models }, result.key),
    };
  };
}

/** What looks at its warnings; null if it has none that depend on other resources. */
function checkOf({ kind, warnings }: StoredResult) {
  if (warnings.length === 0 || !(kind === 'content_type' || kind === 'asset' || kind === 'entry')) return null;
  return contentKind(kind).records.warnings;
}

/** Null if the environment was deleted, and its content with it. */
async function openOrNull(environment: Promise<Environment>): Promise<Environment | null> {
  return environment.catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  });
}
