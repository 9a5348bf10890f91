/** What can be done with the selected entries at once, and what came of it, entry by entry. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import type { Entry } from '../../api/types.ts';
import { titleOf } from '../../fields/entry-title.ts';
import { Problem } from '../../frame/problem.tsx';
import { useAttempt } from '../../frame/use-attempt.ts';
import { useContentTypes, useDefaultLocale, usePermission, usePlace } from '../../frame/use-place.ts';
import { Alert, Button, Group, List, Modal, Stack, Text } from '../../ui/index.ts';

/** The most that one request may name (INTERFACE.md §5). */
const AT_ONCE = 1000;

type Action = 'publish' | 'unpublish' | 'archive' | 'delete';

interface Refusal {
  readonly title: string;
  readonly message: string;
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
  const mayPublish = usePermission('entry.publish');
  const mayDelete = usePermission('entry.delete');
  const { problem, busy, run } = useAttempt();
  const [asked, setAsked] = useState<Action | null>(null);
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
  const act = (action: Action) =>
    run(async () => {
      setAsked(null);
      const ids = [...selected].slice(0, AT_ONCE);
      const params = { path: { space_id: place.space, environment: place.environment } };
      const call = api.POST('/spaces/{space_id}/environments/{environment}/entries/bulk', {
        params,
        body: { action, ids },
      });
      const { results } = await bodyOf(call);
      const failed = results.filter((result) => result.error !== undefined && result.error !== null);
      setRefusals(
        failed.map(({ id, error }) => ({ title: nameOf(id), message: new ApiProblem(0, { detail: error }).message })),
      );
      if (failed.length === 0) clear();
      await client.invalidateQueries({ queryKey: [place.space, place.environment, 'entries'] });
    });
  const press = (action: Action) => (action === 'publish' ? void act(action) : setAsked(action));

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
      <Modal opened={asked !== null} onClose={() => setAsked(null)} title={asked === null ? '' : words[asked]} centered>
        <Stack>
          <Text size="sm">
            {asked === 'delete' ? (
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
            <Button color={asked === 'delete' ? 'red.9' : 'indigo'} onClick={() => asked !== null && void act(asked)}>
              {asked !== null && words[asked]}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Stack>
  );
}
