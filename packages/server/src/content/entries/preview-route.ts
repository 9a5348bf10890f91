/** The route that returns the address where the draft of an entry is shown. */
import { Type } from 'typebox';
import type { Api } from '../../platform/http/api.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import type { EntryPreviews } from './previews.ts';
import { EntryPath, EntryPreviewSchema } from './schema.ts';

const LOCALE_LENGTH_MAX = 64;

const PreviewQuery = Type.Object(
  {
    locale: Type.Optional(Type.String({ maxLength: LOCALE_LENGTH_MAX, description: 'By default the default locale.' })),
  },
  { additionalProperties: false },
);

export function previewRoute(api: Api, previews: EntryPreviews): void {
  api.get(
    '/entries/:entry_id/preview',
    {
      config: { permission: 'entry.read' },
      schema: {
        tags: ['Entries'],
        summary: 'Read where the draft of an entry is shown',
        description: 'The `preview_url` of its content type with the slug, id, key, locale and environment filled in.',
        params: EntryPath,
        querystring: PreviewQuery,
        response: { 200: EntryPreviewSchema, ...responses('environment_not_ready') },
      },
    },
    (request) => previews.of(request.actor, request.params.entry_id, request.query.locale),
  );
}
