/** The contract of following an environment, for the documentation. */
import { Type } from 'typebox';
import { DeliveredAsset, DeliveredEntry, DeliveredLocale, DeliveredType, MinRevision } from '../delivery/schema.ts';
import { CHANGES_DEFAULT, CHANGES_MAX, WAIT_SECONDS_MAX } from './sync-query.ts';

const since = Type.Optional(
  Type.String({ description: 'Where the follower stands: `next` of the last page, or the id of an event.' }),
);

export const SyncQueryParameters = Type.Object({
  since,
  types: Type.Optional(
    Type.String({
      description: 'Only entries of these content types, by `api_id` or id, with commas; the same with every page.',
      examples: ['article,author'],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: CHANGES_MAX,
      description: `Changes of a page at most; ${CHANGES_DEFAULT} if not given.`,
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: WAIT_SECONDS_MAX,
      description: 'Seconds to wait for a change, if there is none yet.',
    }),
  ),
  ...MinRevision,
});

export const LiveQueryParameters = Type.Object({ since, ...MinRevision });

const id = Type.String({ description: 'Id of the entry or asset.' });
const revision = Type.Integer({
  description: 'Revision of the environment by which it has changed, or as of which it was read.',
});

const Put = Type.Object({
  op: Type.Literal('put'),
  kind: Type.Enum(['entry', 'asset']),
  id,
  revision,
  value: Type.Union([DeliveredEntry, DeliveredAsset], { description: 'The whole, in the place of what was there.' }),
});
const Remove = Type.Object({ op: Type.Literal('remove'), kind: Type.Enum(['entry', 'asset']), id, revision });
const ModelChange = Type.Object({
  op: Type.Literal('model'),
  kind: Type.Literal('model'),
  id: Type.Literal('model'),
  revision,
  value: Type.Object(
    { content_types: Type.Array(DeliveredType), locales: Type.Array(DeliveredLocale) },
    {
      description:
        'All content types and locales. The entries and assets follow, as the model decides how they are shown.',
    },
  ),
});

export const SyncChanges = Type.Object(
  {
    revision: Type.Integer({ description: 'Revision that the copy has reached.' }),
    complete: Type.Boolean({ description: 'Whether the copy is exactly what the plane shows at `revision`.' }),
    reset: Type.Boolean({
      description: 'Whether the follower has to forget its copy: this page is the first of the whole state.',
    }),
    next: Type.String({ description: '`since` of the next request.' }),
    changes: Type.Array(Type.Union([Put, Remove, ModelChange])),
  },
  { title: 'SyncChanges' },
);

/** The format of a stream. */
export const LiveEvents = Type.String({
  description:
    'Server-sent events: `ready` with `{"revision"}` once the follower is up to date; `change` with `{"revision", "entries": [[id, type, op]], "assets": [[id, op]], "model", "tags"}`; `reset` with `{"revision"}` where anything may have changed; `goaway` with `{"reason"}` before the end. The id of an event is the cursor to go on from.',
  examples: [
    'event: change\ndata: {"revision":57,"entries":[["ent_k3x9q2_home","page","put"]],"assets":[],"model":false,"tags":["ent_k3x9q2_home"]}\n\n',
  ],
});
