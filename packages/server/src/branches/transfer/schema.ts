/** Exports and imports in requests and responses. */

import { Type } from 'typebox';
import { ViolationSchema } from '../../platform/http/violation-schema.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { ShownImport } from './import/imports.ts';
import { outcomes, type ResourceResult, resourceKinds } from './import/tally.ts';
import type { ExportRow } from './tables.ts';

const Time = Type.String({ format: 'date-time' });
const NullableTime = Type.Union([Time, Type.Null()]);
const NullableText = Type.Union([Type.String(), Type.Null()]);
const Environment = Type.Union([Type.String(), Type.Null()]);
const Count = Type.Integer({ minimum: 0 });

export const TransferSpacePath = Type.Object({ space_id: Type.String() });
export const ExportPath = Type.Object({ space_id: Type.String(), export_id: Type.String() });
export const ImportPath = Type.Object({ space_id: Type.String(), import_id: Type.String() });

export const NewExport = Type.Union([
  Type.Object(
    {
      environment: Type.Optional(
        Type.Union([Type.String(), Type.Null()], {
          description: 'Name of the only environment; null for the whole space.',
        }),
      ),
      preview_secrets: Type.Optional(
        Type.Boolean({
          description:
            'Whether each `preview_url` keeps the parameters that may hold secrets of sites: all but those that are filled in, such as `preview={preview}`; by default false. The audit log records it.',
        }),
      ),
    },
    { additionalProperties: false, title: 'NewExport', examples: [{ environment: 'master' }] },
  ),
  Type.Null(),
]);

export const ExportSchema = Type.Object(
  {
    id: Type.String(),
    space_id: Type.String(),
    environment: Environment,
    preview_secrets: Type.Boolean({ description: 'Whether it has the queries of preview addresses.' }),
    status: Type.Enum(['running', 'ready', 'failed', 'cancelled']),
    progress: Type.Object(
      { done: Count, total: Count },
      { description: 'Entries and assets; what is written meanwhile is not in the total.' },
    ),
    entries: Count,
    assets: Count,
    files: Count,
    size: Type.Union([Count, Type.Null()], { description: 'Bytes of the file; null until it is ready.' }),
    error: NullableText,
    created_at: Time,
    created_by: Type.String(),
    done_at: NullableTime,
    expires_at: NullableTime,
  },
  { title: 'Export', description: 'A space or an environment on its way out.' },
);

export const ImportQuery = Type.Object(
  {
    environment: Type.Optional(
      Type.String({ description: 'Environment that receives the export of one; its own name if left out.' }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'Say what would be done, and do nothing.' })),
  },
  { additionalProperties: false },
);

const Counts = Type.Object(
  Object.fromEntries(outcomes.map((outcome) => [outcome, Count])) as Record<string, typeof Count>,
);

const Result = Type.Object({
  environment: Environment,
  kind: Type.Enum([...resourceKinds]),
  key: Type.String(),
  result: Type.Enum([...outcomes]),
  warnings: Type.Array(ViolationSchema),
  error: Type.Union([
    Type.Object({ code: Type.String(), message: Type.String(), errors: Type.Optional(Type.Unknown()) }),
    Type.Null(),
  ]),
});

const importProperties = {
  id: Type.String(),
  space_id: Type.String(),
  environment: Environment,
  dry_run: Type.Boolean(),
  status: Type.Enum(['running', 'done', 'failed', 'cancelled']),
  progress: Type.Object(
    { done: Count, total: Count },
    { description: 'Bytes: those of the archive count once for each of its two readings.' },
  ),
  counts: Type.Record(Type.String(), Counts, { description: 'By kind of resource: how many came to which result.' }),
  size: Type.Integer({ description: 'Bytes of the archive.' }),
  error: NullableText,
  created_at: Time,
  created_by: Type.String(),
  done_at: NullableTime,
  expires_at: NullableTime,
};

export const ImportSchema = Type.Object(importProperties, {
  title: 'ContentImport',
  description: 'An export on its way into a space.',
});

export const ImportWithResults = Type.Object(
  {
    ...importProperties,
    results: Type.Array(Result, {
      description:
        'What was refused or came with warnings; of a dry run everything that would be done. At most 1,000. While it runs, links to what comes later have warnings too.',
    }),
    truncated: Type.Boolean({ description: 'Whether there are more results than listed.' }),
  },
  { title: 'ContentImportResults' },
);

/** @param done the number of entries and assets in the export so far */
export function exportRepresentation(row: ExportRow, done: { entries: number; assets: number }) {
  const isReady = row.status === 'ready';
  const made = done.entries + done.assets;
  return {
    id: row.id,
    space_id: row.space_id,
    environment: row.environment,
    preview_secrets: row.preview_secrets === 1,
    status: row.status as 'running' | 'ready' | 'failed' | 'cancelled',
    progress: { done: made, total: isReady ? made : Math.max(row.total, made) },
    ...done,
    files: row.files,
    size: isReady ? row.size : null,
    error: row.problem,
    created_at: isoTime(row.created_at),
    created_by: row.created_by,
    done_at: isoTime(row.done_at),
    expires_at: row.status === 'running' ? null : isoTime(row.expires_at),
  };
}

export function importRepresentation({ row, counts, progress }: ShownImport) {
  return {
    id: row.id,
    space_id: row.space_id,
    environment: row.environment,
    dry_run: row.dry_run === 1,
    status: row.status as 'running' | 'done' | 'failed' | 'cancelled',
    progress,
    counts,
    size: row.size,
    error: row.problem,
    created_at: isoTime(row.created_at),
    created_by: row.actor_id,
    done_at: isoTime(row.done_at),
    expires_at: row.status === 'running' ? null : isoTime(row.expires_at),
  };
}

export function resultRepresentation({ environment, kind, key, result, warnings, error }: ResourceResult) {
  return { environment, kind, key, result, warnings: [...warnings], error };
}
