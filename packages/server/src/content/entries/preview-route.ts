/** The route that returns the address where an entry is shown, and the token that its page reads with. */
import { Type } from 'typebox';
import type { Api } from '../../platform/http/api.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import type { EntryPreviews } from './previews.ts';
import { EntryPath, EntryPreviewSchema } from './schema.ts';

const LOCALE_LENGTH_MAX = 64;
const SET_ID_LENGTH_MAX = 128;
const MOMENT_LENGTH_MAX = 64;

const PreviewQuery = Type.Object(
  {
    locale: Type.Optional(Type.String({ maxLength: LOCALE_LENGTH_MAX, description: 'By default the default locale.' })),
    change_set: Type.Optional(
      Type.String({
        maxLength: SET_ID_LENGTH_MAX,
        description: 'Id of a change set: the token shows the drafts through it.',
        examples: ['chg_k3x9q2_01m8s3f0'],
      }),
    ),
    as_of: Type.Optional(
      Type.String({
        maxLength: MOMENT_LENGTH_MAX,
        description:
          'A revision of the environment, or a time in ISO 8601: the token shows what readers saw then, or, for a time to come, the drafts once what is scheduled until then has gone out.',
        examples: ['812', '2026-11-01T09:00:00Z'],
      }),
    ),
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
        summary: 'Read where an entry is shown, with a token for its page',
        description:
          'The `preview_url` of its content type with the slug, id, key, locale, environment and preview token filled in. The token reads this environment on the preview plane for an hour, as long as who asked for it may.',
        params: EntryPath,
        querystring: PreviewQuery,
        response: { 200: EntryPreviewSchema, ...responses('not_found', 'validation_failed', 'environment_not_ready') },
      },
    },
    ({ actor, params, query: { locale, change_set: changeSet, as_of: asOf } }) =>
      previews.of(actor, params.entry_id, { locale, changeSet, asOf }),
  );
}
