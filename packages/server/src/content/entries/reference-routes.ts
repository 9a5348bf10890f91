/** The routes that list which entries link to an entry or to an asset. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../../platform/http/api.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { ListQuery, numberAfter, type Page, PageOf, pageInIdOrder, pageOf } from '../../platform/http/paging.ts';
import type { RowsWanted } from '../../platform/kit/page-position.ts';
import type { Media } from '../assets/media.ts';
import { AssetPath } from '../assets/schema.ts';
import type { Entries, EntryParts } from './entries.ts';
import { type EntryReference, type LinkTarget, linkedEntry, referencesOfPage, referencesTo } from './references.ts';
import { EntryPath, ReferenceSchema } from './schema.ts';

export interface ReferenceRouteParts {
  readonly parts: Pick<EntryParts, 'database' | 'models'>;
  readonly entries: Entries;
  readonly media: Pick<Media, 'locateExisting'>;
}

export function referenceRoutes(api: Api, { parts, entries, media }: ReferenceRouteParts): void {
  const response = { 200: PageOf(ReferenceSchema), ...responses('environment_not_ready') };
  api.get(
    '/entries/:entry_id/references',
    {
      config: { permission: 'entry.read' },
      schema: {
        tags: ['Entries'],
        summary: 'List the entries that link to an entry',
        params: EntryPath,
        querystring: ListQuery,
        response,
      },
    },
    async (request, reply) => {
      const { database } = parts;
      const target = await linkedEntry({ database, entries }, request.actor, request.params.entry_id);
      return referencePage(request, reply, { parts, target });
    },
  );
  api.get(
    '/media/:asset_id/references',
    {
      config: { permission: 'asset.read' },
      schema: {
        tags: ['Media'],
        summary: 'List the entries that link to an asset',
        params: AssetPath,
        querystring: ListQuery,
        response,
      },
    },
    async (request, reply) => {
      const { environment, key } = await media.locateExisting(request.actor, request.params.asset_id);
      return referencePage(request, reply, { parts, target: { environment, kind: 'asset', key } });
    },
  );
}

async function referencePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, target }: { parts: ReferenceRouteParts['parts']; target: LinkTarget },
): Promise<Page<EntryReference>> {
  if ((request.query as { order?: string }).order === undefined) {
    const read = ({ after, ...wanted }: RowsWanted) =>
      referencesOfPage(parts, target, { after: numberAfter(after, 0), ...wanted });
    const page = await pageInIdOrder(request, reply, { idOf: ({ number }) => String(number), read });
    return { ...page, items: page.items.map(({ reference }) => reference) };
  }
  const order = {
    key: (item: EntryReference) => item.key,
    content_type: (item: EntryReference) => item.content_type,
  };
  return pageOf(request, reply, await referencesTo(parts, target), { idOf: ({ id }) => id, order });
}
