/** What a reading token can see: its plane, its space, the environments and the locales. */

import type { Environments } from '../../model/spaces/environments.ts';
import type { LocaleRules } from '../../model/spaces/locale-rules.ts';
import type { Spaces } from '../../model/spaces/spaces.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { ReadingKey } from './reading-key.ts';

export interface TokenInfoParts {
  readonly spaces: Pick<Spaces, 'find'>;
  readonly environments: Pick<Environments, 'names'>;
  readonly locales: Pick<LocaleRules, 'list'>;
}

/** What a token can see, as it goes out. */
export async function tokenInfo(key: ReadingKey, parts: TokenInfoParts): Promise<object> {
  const reader = readerOf(key);
  const space = await parts.spaces.find(reader, key.spaceId);
  const environments = await parts.environments.names(reader, key.spaceId);
  const locales = await parts.locales.list(reader, key.spaceId);
  const standard = locales.find(({ isDefault }) => isDefault);
  if (standard === undefined) throw notFound('space');
  return {
    plane: key.kind,
    space: { id: space.id, name: space.name },
    environments: environments.map(({ name }) => name),
    locales: locales.map(({ code }) => code),
    default_locale: standard.code,
    key: { id: key.id, name: key.name },
    expires_at: isoTime(key.expiresAt),
  };
}

/** The key as an actor that may read what belongs to its space, and change nothing. */
function readerOf(key: ReadingKey): Actor {
  return {
    type: 'key',
    id: key.id,
    name: key.name,
    accountId: key.accountId,
    spaceId: key.spaceId,
    environments: key.environments,
    role: 'viewer',
    expiresAt: key.expiresAt,
    permits: () => false,
    origin: null,
  };
}
