/** Publishing: save, ask the server what goes out and what is wrong with it, let the person choose, publish it all at once. */
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { ContentType, PublishPlan } from '../../../api/types.ts';
import type { Draft } from '../../../drafts/types.ts';
import { type OpenEntry, useOpenEntry } from '../../../fields/open-entry.tsx';
import { type PublishProblem, publishProblems } from '../../../fields/publish-problems.ts';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { Alert, Button, Group, Loader, Modal, Stack, Text } from '../../../ui/index.ts';
import { DeliveryAnswer } from './delivery-answer.tsx';
import { canGoOut, isTakenByDefault, readPlan } from './plan.ts';
import { PlanList } from './plan-list.tsx';

interface PublishDialogProperties {
  onClose(): void;
  jump(field: string, locale: string): void;
  onProblems(problems: readonly PublishProblem[]): void;
}

export function PublishDialog({ onClose, jump, onProblems }: PublishDialogProperties): ReactNode {
  const { draft, type } = useOpenEntry();
  const { place, locales } = useSurroundings();
  const [ignored, setIgnored] = useState<ReadonlySet<string> | null>(null);
  const plan = useQuery({
    queryKey: [place.space, place.environment, 'plan', draft.address.key],
    queryFn: () => savedPlan({ draft, type }, place),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // What was chosen in it stays while the person looks at another window.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const publication = usePublication();
  const mine = plan.data?.items.find(({ id }) => id === draft.entry?.id);
  useEffect(() => {
    if (mine !== undefined) onProblems(publishProblems(mine.problems, draft, locales[0]?.code ?? ''));
  }, [mine, onProblems, draft, locales]);

  const failure = plan.error ?? publication.error;
  return (
    <Modal opened onClose={onClose} title={<Trans>Publish</Trans>} size="lg">
      <Stack gap="sm">
        {plan.isFetching && (
          <Group gap="xs" role="status">
            <Loader size="xs" />
            <Text size="sm">
              <Trans>Saving, and looking at what goes out</Trans>
            </Text>
          </Group>
        )}
        {failure !== null && (
          <Alert color="red" role="alert">
            {failure.message}
          </Alert>
        )}
        {publication.isSuccess ? (
          <Published count={publication.data} onClose={onClose} />
        ) : (
          !plan.isFetching && plan.data !== undefined && choice(plan.data)
        )}
      </Stack>
    </Modal>
  );

  function choice(found: PublishPlan): ReactNode {
    const left =
      ignored ??
      new Set(found.items.filter((item) => item.id !== mine?.id && !isTakenByDefault(item)).map(({ id }) => id));
    const taken = found.items.filter((item) => item.id === mine?.id || !left.has(item.id));
    const blocked = taken.some((item) => !canGoOut(item));
    if (found.items.length === 0)
      return (
        <Text size="sm">
          <Trans>Readers see all of it already.</Trans>
        </Text>
      );
    return (
      <>
        <PlanList
          items={found.items}
          mine={mine?.id ?? null}
          left={left}
          onLeft={setIgnored}
          jump={(field, locale) => {
            onClose();
            jump(field, locale);
          }}
          onLeave={onClose}
        />
        {found.total > found.items.length && (
          <Text size="xs" c="dimmed">
            <Plural
              value={found.total - found.items.length}
              one="# more entry is not listed."
              other="# more entries are not listed."
            />
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            disabled={blocked || taken.length === 0}
            loading={publication.isPending}
            onClick={() => publication.mutate(taken.map(({ id }) => id))}
          >
            <Plural value={taken.length} one="Publish # entry" other="Publish # entries" />
          </Button>
        </Group>
      </>
    );
  }
}

interface PublishedProperties {
  readonly count: number;
  onClose(): void;
}

function Published({ count, onClose }: PublishedProperties): ReactNode {
  const done = useRef<HTMLButtonElement>(null);
  // The button that published it is gone, and the focus with it.
  useEffect(() => done.current?.focus(), []);
  return (
    <>
      <Alert color="green" role="status" title={<Trans>Readers see it</Trans>}>
        <Plural value={count} one="# entry was published." other="# entries were published together." />
      </Alert>
      <DeliveryAnswer />
      <Group justify="flex-end">
        <Button ref={done} onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </Group>
    </>
  );
}

/** The plan of what is saved: all that was written is saved first. */
async function savedPlan({ draft, type }: OpenEntry, place: Parameters<typeof readPlan>[0]): Promise<PublishPlan> {
  const state = await draft.flush();
  const { entry } = draft;
  const unfinished = unfinishedFields(draft, type).join(', ');
  if (unfinished !== '')
    throw new Error(t`Finish or empty what you wrote in ${unfinished} first: it is not saved as it stands.`);
  if (state.status === 'needs-you' && state.need.kind !== 'conflict') {
    const reason =
      'message' in state.need ? state.need.message : draft.problems.map(({ message }) => message).join(' ');
    throw new Error(reason);
  }
  if (state.status === 'kept' || entry === null)
    throw new Error(t`What you wrote has to be saved first, and the server was not reached.`);
  return readPlan(place, entry.id);
}

/** Names of the fields in which something is typed that is no value yet. */
function unfinishedFields(draft: Draft, type: ContentType): readonly string[] {
  const unfinished = draft.unsavedValues().filter(({ field, locale }) => draft.unfinished(field, locale) !== undefined);
  return type.fields.filter(({ id }) => unfinished.some(({ field }) => field === id)).map(({ name }) => name);
}

/** Publishes entries all together or none. @returns how many were published */
function usePublication() {
  const { draft } = useOpenEntry();
  const { place } = useSurroundings();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const params = { path: { space_id: place.space, environment: place.environment } };
      const body = { action: 'publish' as const, ids: [...ids], atomic: true };
      const call = api.POST('/spaces/{space_id}/environments/{environment}/entries/bulk', { params, body });
      return (await bodyOf(call)).results.length;
    },
    onSuccess: () => {
      // It is published, whether or not that can be seen here yet.
      draft.refresh().catch(() => undefined);
      void client.invalidateQueries({
        queryKey: [place.space, place.environment],
        predicate: ({ queryKey }) => queryKey[2] !== 'plan',
      });
    },
  });
}
