/** Opens an environment named in a body or query, in addition to the one in the path. */
import type { Environment } from '../../model/spaces/environment.ts';
import type { EnvironmentPlace, Environments } from '../../model/spaces/environments.ts';
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';

const NAME_CHARACTERS_SHOWN = 64;

/**
 * @param path where the name is in the request
 * @throws `validation_failed` if there is no such environment, `environment_not_ready`
 */
export async function openNamed(
  environments: Pick<Environments, 'open'>,
  actor: Actor,
  { spaceId, name }: EnvironmentPlace,
  path: string,
): Promise<Environment> {
  try {
    return await environments.open(actor, spaceId, name);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    const shown = name.slice(0, NAME_CHARACTERS_SHOWN);
    throw invalid(path, 'exists', `Name an environment of the space; there is no "${shown}".`);
  }
}
