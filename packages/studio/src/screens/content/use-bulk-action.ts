/**
 * Does something with many entries in one request, once everything written in this tab is saved, and says which were refused
 * and why.
 */
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import type { Entry } from '../../api/types.ts';
import { titleOf } from '../../fields/entry-title.ts';
import { notReady } from '../../fields/not-ready.ts';
import type { BulkResult } from '../../frame/selection/use-bulk.ts';
import { useDrafts } from '../../frame/use-drafts.ts';
import { useContentTypes, useDefaultLocale, usePlace } from '../../frame/use-place.ts';

export type Action = 'publish' | 'unpublish' | 'archive' | 'delete';

/** An action, and the entries as they were shown when it was chosen. */
export interface Chosen {
  readonly action: Action;
  readonly shown: readonly Entry[];
  /** Ids of selected entries that the list does not show any more. */
  readonly gone: readonly string[];
}

interface RefusedEntry {
  readonly id: string;
  readonly message: string;
}

/** @param entries those that the list shows */
export function useBulkAction(entries: readonly Entry[]) {
  const { t } = useLingui();
  const { space, environment } = usePlace();
  const client = useQueryClient();
  const settle = useSettledVersions();
  const nameOf = useNames(entries);

  /** @returns those that the server refused */
  const send = async (action: Action, versions: Settled['versions']): Promise<RefusedEntry[]> => {
    const ids = Object.keys(versions);
    if (ids.length === 0) return [];
    const params = { path: { space_id: space, environment } };
    const body = { action, ids, versions };
    const call = api.POST('/spaces/{space_id}/environments/{environment}/entries/bulk', { params, body });
    return (await bodyOf(call)).results.flatMap(({ id, error }) => {
      if (error === undefined || error === null) return [];
      const changed = t`Someone else has changed it since it was listed. Check it, then try again.`;
      const message = error.code === 'version_conflict' ? changed : new ApiProblem(0, { detail: error }).message;
      return [{ id, message }];
    });
  };
  const act = async ({ action, shown, gone }: Chosen): Promise<BulkResult> => {
    const { versions, refused } = await settle(action, shown);
    const failed = await send(action, versions);
    const missing = gone.map((id) => ({ id, message: t`It is no longer in this list.` }));
    const refusals = [...missing, ...refused, ...failed].map(({ id, message }) => ({ title: nameOf(id), message }));
    return { action, count: Object.keys(versions).length - failed.length, refusals };
  };
  return { act, readAgain: () => client.invalidateQueries({ queryKey: [space, environment, 'entries'] }) };
}

/** What of the chosen entries can be acted on, in which version, and why the others cannot. */
interface Settled {
  readonly versions: Readonly<Record<string, number>>;
  readonly refused: readonly RefusedEntry[];
}

/**
 * Saves what is written in this tab into the chosen entries, and gives the versions to act on: those of the list, or of the
 * open draft where that was saved since.
 */
function useSettledVersions(): (action: Action, shown: readonly Entry[]) => Promise<Settled> {
  const drafts = useDrafts();
  const place = usePlace();
  const types = useContentTypes();
  const { t } = useLingui();
  return async (action, shown) => {
    await drafts.flush();
    const versions: Record<string, number> = {};
    const refused: RefusedEntry[] = [];
    for (const { id, key, version, content_type: name } of shown) {
      const draft = drafts.opened({ ...place, key });
      const type = types.find(({ api_id }) => api_id === name);
      const refusal = draft === undefined || action !== 'publish' ? null : notReady(draft, type);
      if (refusal !== null) refused.push({ id, message: refusal.message });
      else if (draft !== undefined && draft.news.length > 0)
        refused.push({
          id,
          message: t`Someone else has changed it since you opened it. Open it and look at it first.`,
        });
      else versions[id] = Math.max(version, draft?.entry?.version ?? 0);
    }
    return { versions, refused };
  };
}

/** Gives the title of an entry of the list; its id where the list does not show it any more. */
function useNames(entries: readonly Entry[]): (id: string) => string {
  const { t } = useLingui();
  const types = useContentTypes();
  const locale = useDefaultLocale().code;
  return (id) => {
    const entry = entries.find((one) => one.id === id);
    if (entry === undefined) return id;
    const type = types.find(({ api_id: name }) => name === entry.content_type);
    return titleOf(entry, type, [locale]) ?? t`Untitled`;
  };
}
