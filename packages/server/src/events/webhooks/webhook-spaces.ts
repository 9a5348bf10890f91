/** What webhooks need to know about a space: whether the actor may see it, and which names filters can use. */
import type { Models } from '../../model/content-types/models.ts';
import type { Environments } from '../../model/spaces/environments.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Space } from '../../model/spaces/space.ts';
import type { Spaces } from '../../model/spaces/spaces.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { FilterNames } from './input-checks.ts';

export class WebhookSpaces {
  readonly #spaces: Spaces;
  readonly #environments: Environments;
  readonly #models: Models;

  constructor(parts: { spaces: Spaces; environments: Environments; models: Models }) {
    this.#spaces = parts.spaces;
    this.#environments = parts.environments;
    this.#models = parts.models;
  }

  /** @throws `not_found` */
  async find(actor: Actor, spaceId: string): Promise<Space> {
    return this.#spaces.find(actor, spaceId);
  }

  /** The environments of the space with their aliases, and the content types of all environments. */
  async filterNames(actor: Actor, spaceId: string): Promise<FilterNames> {
    const environments = await this.#environments.list(actor, spaceId);
    const contentTypes = new Set<string>();
    const contentTypeIds = new Set<string>();
    for (const environment of environments) {
      const { codes, types } = await this.#models.current(environment);
      for (const { apiId } of types) {
        contentTypes.add(apiId);
        for (const code of codes) contentTypeIds.add(resourceId('content_type', code, apiId));
      }
    }
    const names = environments.flatMap(({ name, aliases }) => [name, ...aliases.map((alias) => alias.name)]);
    return { environments: names, contentTypes, contentTypeIds };
  }
}
