/** What can be done with the selected entries at once, and what came of it, entry by entry. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { BULK_ENTRIES_MAX as AT_ONCE } from '../../../../contract/src/bulk.ts';
import { api, bodyOf } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import type { Entry } from '../../api/types.ts';
import { titleOf } from '../../fields/entry-title.ts';
import { notReady } from '../../fields/not-ready.ts';
import { Problem } from '../../frame/problem.tsx';
import { useAttempt } from '../../frame/use-attempt.ts';
import { useDrafts } from '../../frame/use-drafts.ts';
import { useContentTypes, useDefaultLocale, usePermission, usePlace } from '../../frame/use-place.ts';
import { Alert, Button, Group, List, Modal, Stack, Text } from '../../ui/index.ts';

type Action = 'publish' | 'unpublish' | 'archive' | 'delete';

interface Refusal {
  readonly title: string;
  readonly message: string;
}

/** An action, and the entries as they were shown when it was chosen. */
interface Asked {
  readonly action: Action;
  readonly shown: readonly Entry[];
  /** Ids of selected entries that the list does not show any more. */
  readonly gone: readonly string[];
}

interface BulkBarProperties {
  readonly selected: ReadonlySet<string>;
  readonly entries: readonly Entry[];
  readonly clear: () => void;
}

export function BulkBar({ selected, entries, clear }: BulkBarProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const types = useContentTypes();
  const locale = useDefaultLocale().code;
  const client = useQueryClient();
  const settledVersions = useSettledVersions();
  const mayPublish = usePermission('entry.publish');
  const mayDelete = usePermission('entry.delete');
  const { problem, busy, run } = useAttempt();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const words: Readonly<Record<Action, string>> = {
    publish: t`Publish`,
    unpublish: t`Unpublish`,
    archive: t`Archive`,
    delete: t`Delete`,
  };

  const nameOf = (id: string): string => {
    const entry = entries.find((one) => one.id === id);
    if (entry === undefined) return id;
    const type = types.find(({ api_id: name }) => name === entry.content_type);
    return titleOf(entry, type, [locale]) ?? t`Untitled`;
  };
  const act = ({ action, shown, gone }: Asked) =>
    run(async () => {
      setAsked(null);
      const { versions, refused } = await settledVersions(action, shown);
      const ids = Object.keys(versions);
      const params = { path: { space_id: place.space, environment: place.environment } };
      const body = { action, ids, versions };
      const call = () => api.POST('/spaces/{space_id}/environments/{environment}/entries/bulk', { params, body });
      const { results } = ids.length === 0 ? { results: [] } : await bodyOf(call());
      const failed = results.filter((result) => result.error !== undefined && result.error !== null);
      const all = [
        ...gone.map((id) => ({ id, message: t`It is not in this list any more.` })),
        ...refused,
        ...failed.map(({ id, error }) => {
          const isOvertaken = error?.code === 'version_conflict';
          const changed = t`Somebody else has changed it since it was listed. Check it, then choose again.`;
          return { id, message: isOvertaken ? changed : new ApiProblem(0, { detail: error }).message };
        }),
      ];
      setRefusals(all.map(({ id, message }) => ({ title: nameOf(id), message })));
      if (all.length === 0) clear();
      await client.invalidateQueries({ queryKey: [place.space, place.environment, 'entries'] });
    });
  const press = (action: Action) => {
    const ids = [...selected].slice(0, AT_ONCE);
    const shown = entries.filter(({ id }) => ids.includes(id));
    const gone = ids.filter((id) => !shown.some((entry) => entry.id === id));
    if (action === 'publish') void act({ action, shown, gone });
    else setAsked({ action, shown, gone });
  };

  return (
    <Stack gap="xs">
      <Group gap="xs" role="toolbar" aria-label={t`Selected entries`}>
        <Text size="sm" fw={600}>
          <Plural value={selected.size} one="# selected" other="# selected" />
        </Text>
        {(['publish', 'unpublish', 'archive', 'delete'] as const)
          .filter((action) => (action === 'delete' ? mayDelete : mayPublish))
          .map((action) => (
            <Button
              key={action}
              size="xs"
              variant="default"
              loading={busy}
              disabled={selected.size > AT_ONCE}
              onClick={() => press(action)}
            >
              {words[action]}
            </Button>
          ))}
        <Button size="xs" variant="subtle" color="gray" onClick={clear}>
          <Trans>Select none</Trans>
        </Button>
        {selected.size > AT_ONCE && (
          <Text size="sm">
            <Trans>At most {AT_ONCE} at once.</Trans>
          </Text>
        )}
      </Group>
      <Problem words={problem} />
      {refusals.length > 0 && (
        <Alert color="red" variant="light" role="alert" title={t`Not done`}>
          <List size="sm">
            {refusals.map(({ title, message }) => (
              <List.Item key={title + message}>
                <b>{title}</b>: {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === null ? '' : words[asked.action]}
        centered
      >
        <Stack>
          <Text size="sm">
            {asked?.action === 'delete' ? (
              <Plural
                value={selected.size}
                one="# entry is deleted, with all of its versions. This cannot be undone."
                other="# entries are deleted, with all of their versions. This cannot be undone."
              />
            ) : (
              <Plural
                value={selected.size}
                one="Readers will not see # entry any more."
                other="Readers will not see # entries any more."
              />
            )}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(null)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              color={asked?.action === 'delete' ? 'red.9' : 'indigo'}
              onClick={() => asked !== null && void act(asked)}
            >
              {asked !== null && words[asked.action]}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Stack>
  );
}

/** What of the chosen entries can be acted on, in which version, and why the others cannot. */
interface Settled {
  readonly versions: Readonly<Record<string, number>>;
  readonly refused: readonly { readonly id: string; readonly message: string }[];
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
    const refused: { id: string; message: string }[] = [];
    for (const { id, key, version, content_type: name } of shown) {
      const draft = drafts.opened({ ...place, key });
      const type = types.find(({ api_id }) => api_id === name);
      const refusal = draft === undefined || action !== 'publish' ? null : notReady(draft, type);
      if (refusal !== null) refused.push({ id, message: refusal.message });
      else if (draft !== undefined && draft.news.length > 0)
        refused.push({
          id,
          message: t`Somebody else has changed it since you opened it. Open it, and look at it first.`,
        });
      else versions[id] = Math.max(version, draft?.entry?.version ?? 0);
    }
    return { versions, refused };
  };
}
