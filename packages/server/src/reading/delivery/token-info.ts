/** What a reading token can see: its plane, its space, the environments and the locales; a route says it. */

import { Type } from 'typebox';
import type { Environments } from '../../model/spaces/environments.ts';
import type { LocaleRules } from '../../model/spaces/locale-rules.ts';
import type { Spaces } from '../../model/spaces/spaces.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import { hasResponse } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { queryCheck } from './checked-query.ts';
import { tagOf } from './entity-tag.ts';
import type { ReadRoute } from './read-route.ts';
import type { ReadingKey } from './reading-key.ts';
import { TokenInfo } from './schema.ts';

export interface TokenInfoParts {
  readonly spaces: Pick<Spaces, 'find'>;
  readonly environments: Pick<Environments, 'names'>;
  readonly locales: Pick<LocaleRules, 'list'>;
}

const schema = {
  tags: ['Delivery and preview'],
  summary: 'Show what the token can see',
  querystring: Type.Object({}, { additionalProperties: false }),
  response: { 200: TokenInfo, ...responses('not_found') },
};

export function tokenInfoRoute(parts: TokenInfoParts): ReadRoute {
  const checkQuery = queryCheck(schema.querystring);
  return {
    url: '/delivery/token-info',
    schema,
    prepare: ({ url, ifNoneMatch }) => ({
      plan: undefined,
      read: async ({ key }) => {
        checkQuery(url);
        const body = Buffer.from(JSON.stringify(await tokenInfo(key, parts)));
        const tag = tagOf(String(body));
        const content = { body, encoding: 'identity', cursor: null, cacheTag: key.spaceId } as const;
        const isKnown = hasResponse(ifNoneMatch, tag);
        return {
          tag,
          environment: null,
          revision: 0,
          isKept: false,
          staleSeconds: null,
          content: isKnown ? null : content,
        };
      },
    }),
  };
}

async function tokenInfo(key: ReadingKey, parts: TokenInfoParts): Promise<object> {
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
