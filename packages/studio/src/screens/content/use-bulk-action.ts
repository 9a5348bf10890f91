/**
 * Does something with many entries in one request, once everything written in this tab is saved, and says which were refused
 * and why.
 */
import { useLingui } from '@lingui/react/macro';
import { BULK_ENTRIES_MAX } from '../../../../contract/src/bulk.ts';
import { api, bodyOf } from '../../api/client.ts';
import { inRelease } from '../../api/in-release.ts';
import { ApiProblem } from '../../api/problem.ts';
import { releasesKey } from '../../api/releases-of-entry.ts';
import type { Entry } from '../../api/types.ts';
import { titleOf } from '../../fields/entry-title.ts';
import { notReady } from '../../fields/not-ready.ts';
import type { BulkResult } from '../../frame/selection/use-bulk.ts';
import { useDrafts } from '../../frame/use-drafts.ts';
import { useContentTypes, useDefaultLocale, usePlace } from '../../frame/use-place.ts';
import { useRefresh } from '../../frame/use-refresh.ts';

export type Action = 'publish' | 'unpublish' | 'archive' | 'delete';

/** An action, and the entries as they were shown when it was chosen. */
export interface Chosen<Named extends string = Action> {
  readonly action: Named;
  readonly shown: readonly Entry[];
  /** Ids of selected entries that the list does not show any more. */
  readonly gone: readonly string[];
  /** Id of the release that it is put into instead of being done at once. */
  readonly into?: string;
  /** What is said once that was done for so many; the words of the action without it. */
  readonly said?: (count: number) => string;
}

export interface RefusedEntry {
  readonly id: string;
  readonly message: string;
}

/** Does something with entries in their versions, by their ids. Gives those for which it was refused. */
export type Send = (versions: Readonly<Record<string, number>>) => Promise<readonly RefusedEntry[]>;

/** The selected entries as an action takes them. */
export function chosenOf(selected: ReadonlySet<string>, entries: readonly Entry[]): Pick<Chosen, 'shown' | 'gone'> {
  const ids = [...selected].slice(0, BULK_ENTRIES_MAX);
  const shown = entries.filter(({ id }) => ids.includes(id));
  return { shown, gone: ids.filter((id) => !shown.some((entry) => entry.id === id)) };
}

/**
 * @param entries those that the list shows
 * @param here id of the release that they are listed in; undefined for the drafts themselves
 */
export function useBulkAction(entries: readonly Entry[], here: string | undefined) {
  const { t } = useLingui();
  const { space, environment } = usePlace();
  const run = useBulkRun(entries, here);

  const send = async ({ action, into }: Chosen, versions: Readonly<Record<string, number>>) => {
    const ids = Object.keys(versions);
    if (ids.length === 0) return [];
    const params = { path: { space_id: space, environment }, query: inRelease(into) };
    // A release that is not shown has versions of its own.
    const body = { action, ids, ...(into === here && { versions }) };
    const call = api.POST('/spaces/{space_id}/environments/{environment}/entries/bulk', { params, body });
    return (await bodyOf(call)).results.flatMap(({ id, error }) => {
      if (error === undefined || error === null) return [];
      const changed = t`Someone else has changed it since it was listed. Check it, then try again.`;
      const message = error.code === 'version_conflict' ? changed : new ApiProblem(0, { detail: error }).message;
      return [{ id, message }];
    });
  };
  return (chosen: Chosen) => run(chosen, (versions) => send(chosen, versions));
}

/** Gives the function that does something with chosen entries once what is written in this tab is saved. */
export function useBulkRun(entries: readonly Entry[], here: string | undefined) {
  const { t } = useLingui();
  const settle = useSettledVersions(here);
  const nameOf = useNames(entries);
  return async ({ action, shown, gone }: Chosen<string>, send: Send): Promise<BulkResult> => {
    const { versions, refused } = await settle(action, shown);
    const failed = await send(versions);
    const missing = gone.map((id) => ({ id, message: t`It is no longer in this list.` }));
    const refusals = [...missing, ...refused, ...failed].map(({ id, message }) => ({ title: nameOf(id), message }));
    return { action, count: Object.keys(versions).length - failed.length, refusals };
  };
}

/** Gives the function that reads lists of entries, and releases with what is in them, anew. */
export function useReadListsAgain(): () => Promise<void> {
  const place = usePlace();
  return useRefresh([place.space, place.environment, 'entries'], releasesKey(place));
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
function useSettledVersions(here: string | undefined): (action: string, shown: readonly Entry[]) => Promise<Settled> {
  const drafts = useDrafts();
  const place = usePlace();
  const types = useContentTypes();
  const { t } = useLingui();
  return async (action, shown) => {
    await drafts.flush();
    const versions: Record<string, number> = {};
    const refused: RefusedEntry[] = [];
    for (const { id, key, version, content_type: name } of shown) {
      const draft = drafts.opened({ ...place, key, release: here });
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
