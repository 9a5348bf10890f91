/** The rows of a restored space itself, which are written at once, when the rows of its environments are complete. */
import { ID_PATTERN } from '../../../../contract/src/keys.ts';
import { restoreName } from '../../model/spaces/new-environments.ts';
import { parseResourceId, resourceId } from '../../model/spaces/resource-id.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { StoredRow } from '../../platform/database/restoring/backup-rows.ts';
import { placeRows } from '../../platform/database/restoring/placed-rows.ts';
import { withFreeIds } from './fresh-ids.ts';
import type { RestoredNumbers } from './numbers.ts';
import { restoredKey } from './restored-keys.ts';
import type { StoredSpace } from './stored-space.ts';

/** A public id anywhere in a text. */
const PUBLIC_ID = new RegExp(`\\b${ID_PATTERN}(?![A-Za-z0-9._-])`, 'g');

/** Where a space is restored. */
export interface SpaceTarget {
  readonly id: string;
  readonly numbers: RestoredNumbers;
  /** Whether the space of the backup is there too, so that this is a copy of it. */
  readonly isCopy: boolean;
  /** User id in the backup → id here, of those who belong to the account. */
  readonly members: ReadonlyMap<string, string>;
  /** The keys whose tokens stay valid. */
  readonly validKeys: ReadonlySet<string>;
  readonly at: number;
}

/**
 * Writes the space with its locales, names, keys, webhooks and views.
 * @returns how many views there are; personal ones of people who are not members any more are left out
 */
export async function placeSpace(writer: Writer, space: StoredSpace, target: SpaceTarget): Promise<{ views: number }> {
  const { id, numbers, validKeys, at } = target;
  const { row } = space;
  await placeRows(writer, 'spaces', [{ ...row, id, version: Number(row.version) + 1, updated_at: at }]);
  const inSpace = (rows: readonly StoredRow[]) => rows.map((one) => ({ ...one, space_id: id }));
  await placeRows(writer, 'locales', await withFreeIds(writer, 'locales', inSpace(space.locales)));
  const codes = await placeNames(writer, space, target);
  const keys = space.keys.map((key) => restoredKey(key, numbers, validKeys.has(String(key.id))));
  await placeRows(writer, 'api_keys', await withFreeIds(writer, 'api_keys', inSpace(keys)));
  const webhooks = space.webhooks.map((webhook) => restoredWebhook(webhook, target, codes));
  await placeRows(writer, 'webhooks', await withFreeIds(writer, 'webhooks', inSpace(webhooks)));
  const views = space.views.flatMap((view) => restoredView(view, target, codes));
  await placeRows(writer, 'saved_views', await withFreeIds(writer, 'saved_views', inSpace(views)));
  return { views: views.length };
}

/** @returns the code of each name by the one in the backup */
async function placeNames(
  writer: Writer,
  { names, aliases }: StoredSpace,
  { id, numbers }: SpaceTarget,
): Promise<Map<string, string>> {
  const codes = new Map<string, string>();
  for (const { code, name, environment } of names) {
    const row = { spaceId: id, name: String(name), environment: numbers.environment(Number(environment)) };
    codes.set(String(code), await restoreName(writer, row, String(code)));
  }
  const moved = aliases.map((alias) => ({
    ...alias,
    code: codes.get(String(alias.code)) ?? '',
    number: numbers.environment(Number(alias.number)),
  }));
  await placeRows(writer, 'environment_aliases', await withFreeIds(writer, 'environment_aliases', moved));
  return codes;
}

/** Receivers are tried anew. Those of a copy already get the events of the space that is there. */
function restoredWebhook(webhook: StoredRow, { isCopy }: SpaceTarget, codes: ReadonlyMap<string, string>): StoredRow {
  return {
    ...webhook,
    filters: withCodes(String(webhook.filters), codes),
    active: isCopy ? 0 : Number(webhook.active),
    failures: 0,
    failing_since: null,
    paused_until: 0,
    version: Number(webhook.version) + 1,
  };
}

function restoredView(view: StoredRow, { members }: SpaceTarget, codes: ReadonlyMap<string, string>): StoredRow[] {
  const owner = view.owner === null ? null : members.get(String(view.owner));
  return owner === undefined ? [] : [{ ...view, owner, query: withCodes(String(view.query), codes) }];
}

/** A text with the public ids that its resources have in the restored space. */
function withCodes(text: string, codes: ReadonlyMap<string, string>): string {
  return text.replace(PUBLIC_ID, (id) => {
    const parsed = parseResourceId(id);
    const code = parsed === null ? undefined : codes.get(parsed.code);
    return parsed === null || code === undefined ? id : resourceId(parsed.kind, code, parsed.key);
  });
}
