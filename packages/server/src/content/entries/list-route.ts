/** The route of the management plane's entry list. Its query string is parsed with the model of the environment. */
import { Type } from 'typebox';
import type { Api } from '../../platform/http/api.ts';
import { writeCursor } from '../../platform/http/cursor.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import type { LargeResponses } from '../../platform/http/large-responses.ts';
import { nextPageLink, PageOf } from '../../platform/http/paging.ts';
import { listInPieces, WrittenJson } from '../../platform/http/response-size.ts';
import { readByHandler } from '../../platform/http/validation.ts';
import { EntryListQuery, SearchedLocales } from '../../reading/delivery/schema.ts';
import { searchOf } from '../../reading/query-string/parameters.ts';
import type { EntryList } from './entry-list.ts';
import { EntrySchema, EnvironmentPath } from './schema.ts';

const ManagedListQuery = Type.Object({
  ...Type.Omit(EntryListQuery, ['include', 'follow', 'aliases', 'meta', 'as_of']).properties,
  q_locale: SearchedLocales,
  status: Type.Optional(
    Type.String({ description: 'One or more of draft, published, changed, archived, separated by commas.' }),
  ),
  updated_since: Type.Optional(Type.String({ description: 'Only entries changed at or after this time.' })),
  created_by: Type.Optional(Type.String({ description: 'Id of the user or key that created the entry.' })),
  updated_by: Type.Optional(Type.String({ description: 'Id of the user or key that changed the entry last.' })),
  change_set: Type.Optional(
    Type.String({
      description:
        'Id of a change set: its entries are found and listed as they are inside of it, the others with their drafts. Needs `change_set.read`.',
      examples: ['chg_k3x9q2_01m8s3f0'],
    }),
  ),
});

export function entryListRoute(api: Api, list: EntryList, largeResponses: LargeResponses): void {
  api.get(
    '/spaces/:space_id/environments/:environment/entries',
    {
      config: { permission: 'entry.read' },
      ...readByHandler,
      schema: {
        tags: ['Entries'],
        summary: 'List entries with their newest drafts',
        description:
          'Takes the parameters of the delivery list except `include`, `follow`, `aliases` and `meta`, and `q_locale`, `status`, `updated_since`, `created_by`, `updated_by`, `change_set`.',
        params: EnvironmentPath,
        querystring: ManagedListQuery,
        response: { 200: PageOf(EntrySchema), ...responses('environment_not_ready') },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, environment } = request.params;
      const large = largeResponses.of(spaceId, reply.raw);
      const place = { spaceId, environment };
      const { items, total, next, listQuery, model } = await list.page(
        request.actor,
        place,
        searchOf(request.url),
        large,
      );
      request.queryPlan = () => list.planOf(listQuery, model);
      if (next !== null) reply.header('link', nextPageLink(request.url, writeCursor(next, listQuery.cursorScope)));
      const { after, skip, limit } = listQuery.entries;
      // Writing the list is part of the request's turn; sending it takes as long as the client needs to read it.
      const written = await listInPieces({ items, total, skip: after?.passed ?? skip, limit });
      large.made(written.length);
      return new WrittenJson(written) as never;
    },
  );
}
