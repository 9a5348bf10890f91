/**
 * The end of an export: everything that is out of date is made again inside one snapshot of the database, together with the small
 * files. The archive shows exactly what the snapshot shows.
 */

import type { Spool } from '../../../content/files/spool.ts';
import type { KindName } from '../../../content/kinds/content-kind.ts';
import { readWebhookRecords } from '../../../events/webhooks/webhook-records.ts';
import type { WebhookSecrets } from '../../../events/webhooks/webhook-secrets.ts';
import type { Model } from '../../../model/content-types/model.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { type SpaceSnapshot, snapshotOf } from '../space-snapshot.ts';
import type { ExportEnvironmentRow, ExportPartRow, ExportRow } from '../tables.ts';
import { changedParts, kindsInParts } from './export-changes.ts';
import { type RenderedPart, renderPart } from './part-rendering.ts';
import { renderSmallFiles } from './small-files.ts';
import * as store from './store.ts';

/** Greater than the number of parts of any export. */
const ALL_PARTS = 1_000_000;

export interface SnapshotParts {
  readonly database: Database;
  readonly spool: Spool;
  readonly secrets: WebhookSecrets;
  /** The model of an environment as seen by a reader; undefined if the environment is gone. */
  readonly modelOf: (db: Reader, environment: number) => Promise<Model | undefined>;
}

/** A finished part, and its range. */
interface LastPart {
  readonly range: Pick<ExportPartRow, 'environment' | 'kind' | 'above' | 'upto'>;
  readonly part: RenderedPart;
}

/** New parts and the existing part that they replace; null for the small files, which replace none. */
export type LastParts = readonly { readonly replaces: number | null; readonly parts: readonly LastPart[] }[];

/**
 * Makes the remaining parts of an export.
 * @returns `gone` if there is nothing left to export, `changed` if the export follows a different set of environments
 */
export async function takeFinalSnapshot(parts: SnapshotParts, row: ExportRow): Promise<LastParts | 'gone' | 'changed'> {
  const made: LastPart[] = [];
  try {
    return await parts.database.snapshot((db) => picture(parts, { db, row, made }));
  } catch (error) {
    for (const { part } of made) if (part.file !== null) await parts.spool.remove(part.file.path);
    throw error;
  }
}

async function picture(
  { spool, secrets, modelOf }: SnapshotParts,
  { db, row, made }: { db: Reader; row: ExportRow; made: LastPart[] },
): Promise<LastParts | 'gone' | 'changed'> {
  const seen = await snapshotOf(db, row.space_id, row.environment);
  if (seen === undefined) return 'gone';
  const followed = await store.listExportEnvironments(db, row.id);
  if (!isOf(seen, followed)) return 'changed';
  const last: { replaces: number | null; parts: LastPart[] }[] = [];
  const environments: { name: string; model: Model }[] = [];
  for (const [index, { environment, revision }] of seen.environments.entries()) {
    const model = await modelOf(db, environment.number);
    if (model === undefined) return 'gone';
    environments.push({ name: environment.name, model });
    for (const part of await staleParts(db, followed[index] as ExportEnvironmentRow, revision)) {
      const parts = await allOf(db, { part, model, name: environment.name, spool }, made);
      last.push({ replaces: part.part, parts });
    }
  }
  const codes = new Map(seen.environments.map(({ environment: { code, name } }) => [code, name]));
  const webhooks =
    row.environment === null ? await readWebhookRecords(db, row.space_id, { secrets, environments: codes }) : null;
  const aliases = row.environment === null ? aliasesOf(seen) : [];
  const { space, locales } = seen;
  const hasPreviewSecrets = row.preview_secrets === 1;
  const small = renderSmallFiles({ space, locales, environments, aliases, webhooks, hasPreviewSecrets });
  const part: RenderedPart = { ...(await small.spool(spool)), stored: [], items: 0, last: null };
  const rest = { range: { environment: 0, kind: 'rest', above: '', upto: '' }, part };
  made.push(rest);
  return [...last, { replaces: null, parts: [rest] }];
}

/** The aliases of a space and the environments that they point to, by name. */
function aliasesOf({ environments }: SpaceSnapshot): (readonly [name: string, environment: string])[] {
  return environments
    .flatMap(({ environment }) => environment.aliases.map(({ name }) => [name, environment.name] as const))
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Whether the export follows exactly the current environments. */
function isOf({ environments }: SpaceSnapshot, followed: readonly ExportEnvironmentRow[]): boolean {
  return (
    environments.length === followed.length &&
    environments.every(({ environment }, index) => environment.number === followed[index]?.environment)
  );
}

/** The parts of an environment that are pending or out of date. */
async function staleParts(db: Reader, followed: ExportEnvironmentRow, revision: number): Promise<ExportPartRow[]> {
  const { export: id, environment } = followed;
  const changed = await changedParts(db, followed, revision);
  const pending = await store.pendingParts(db, id, ALL_PARTS);
  const waiting = new Set(pending.map(({ part }) => part));
  const stale: ExportPartRow[] = [];
  for (const kind of kindsInParts)
    for (const part of await store.partsOf(db, id, environment, kind))
      if (changed.kinds.has(kind) || waiting.has(part.part) || changed.parts.has(part.part)) stale.push(part);
  return stale;
}

/** Makes everything in the range of a part, in as many parts as needed. */
async function allOf(
  db: Reader,
  { part, model, name, spool }: { part: ExportPartRow; model: Model; name: string; spool: Spool },
  made: LastPart[],
): Promise<LastPart[]> {
  const { environment, upto } = part;
  const kind = part.kind as KindName;
  const parts: LastPart[] = [];
  for (let above: string | null = part.above; above !== null; ) {
    const rendered = await renderPart(db, { model, name, kind, above, upto }, spool);
    const one = { range: { environment, kind, above, upto: rendered.last ?? upto }, part: rendered };
    made.push(one);
    parts.push(one);
    above = rendered.last;
  }
  return parts;
}
