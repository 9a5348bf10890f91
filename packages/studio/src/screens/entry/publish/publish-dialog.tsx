/**
 * Publishing: save, ask the server what goes out and what is wrong with it, show what others changed, let the person choose,
 * publish it all at once. Every entry is published in the version that is shown here, or not at all.
 */
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { readPlan } from '../../../api/publish-plan.ts';
import type { PublishPlan } from '../../../api/types.ts';
import { type PlanItem, planAsShown, versionsOf } from '../../../drafts/publishing.ts';
import type { Draft, Drafts } from '../../../drafts/types.ts';
import { type PublishProblem, publishProblems } from '../../../fields/kept-problems.ts';
import { keyOf } from '../../../fields/links/link-value.ts';
import { NotReady, notReady } from '../../../fields/not-ready.ts';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { useDrafts } from '../../../frame/use-drafts.ts';
import { Alert, Button, Group, Loader, Modal, Stack, Text } from '../../../ui/index.ts';
import { NewsList } from '../news-list.tsx';
import { DeliveryResponse } from './delivery-response.tsx';
import { canBePublished, isTakenByDefault } from './plan.ts';
import { PlanList } from './plan-list.tsx';
import { PublishSummary } from './publish-summary.tsx';
import { NO_PROBLEMS, usePublishSummary } from './use-publish-summary.ts';

interface PublishDialogProperties {
  onClose(): void;
  jump(field: string, locale: string, path?: string): void;
  onProblems(problems: readonly PublishProblem[]): void;
}

export function PublishDialog({ onClose, jump, onProblems }: PublishDialogProperties): ReactNode {
  const { draft, type } = useOpenEntry();
  const { locales } = useSurroundings();
  const openedOf = useOpenedOf();
  const plan = usePlan(openedOf);
  const publication = usePublication(openedOf, () => void plan.refetch());
  const mine = plan.data?.items.find(({ id }) => id === draft.entry?.id);
  useEffect(() => {
    if (mine !== undefined) onProblems(publishProblems(mine.problems, draft, type, locales));
  }, [mine, onProblems, draft, type, locales]);
  const jumpOut = (field: string, locale: string, path?: string) => {
    onClose();
    jump(field, locale, path);
  };

  return (
    <Modal opened onClose={onClose} title={<Trans>Publish</Trans>} size="lg">
      <Stack gap="sm">
        {plan.isFetching && (
          <Group gap="xs" role="status">
            <Loader size="xs" />
            <Text size="sm">
              <Trans>Checking what will be published…</Trans>
            </Text>
          </Group>
        )}
        <Failure error={plan.error ?? publication.error} jump={jumpOut} />
        {publication.isSuccess && <Published count={publication.data} onClose={onClose} />}
        {!publication.isSuccess && !plan.isFetching && plan.isSuccess && (
          <Choice
            found={plan.data}
            mine={mine?.id ?? null}
            openedOf={openedOf}
            isPublishing={publication.isPending}
            jump={jumpOut}
            onClose={onClose}
            onPublish={(items) => publication.mutate(items)}
          />
        )}
      </Stack>
    </Modal>
  );
}

interface FailureProperties {
  readonly error: Error | null;
  jump(field: string, locale: string, path?: string): void;
}

function Failure({ error, jump }: FailureProperties): ReactNode {
  if (error === null) return null;
  const at = error instanceof NotReady ? error.at : null;
  return (
    <Alert color="red" role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {at !== null && (
          <Button size="xs" variant="default" onClick={() => jump(at.field, at.locale)}>
            <Trans>Go to the field</Trans>
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

type OpenedOf = (item: PlanItem) => Draft | undefined;

interface ChoiceProperties {
  readonly found: PublishPlan;
  /** Id of the entry that is published; null if all of it is published already. */
  readonly mine: string | null;
  readonly openedOf: OpenedOf;
  readonly isPublishing: boolean;
  jump(field: string, locale: string, path?: string): void;
  onClose(): void;
  onPublish(items: readonly PlanItem[]): void;
}

/** What goes out, what others changed in it, and the button. */
function Choice({ found, mine, openedOf, isPublishing, jump, onClose, onPublish }: ChoiceProperties): ReactNode {
  const { types } = useSurroundings();
  const [ignored, setIgnored] = useState<ReadonlySet<string> | null>(null);
  const typeOf = (name: string) => types.find(({ api_id }) => api_id === name);
  /** Why an entry that is open in this tab cannot go out from it. The one that is published was asked before. */
  const blockOf = (item: PlanItem) => {
    const draft = item.id === mine ? undefined : openedOf(item);
    return draft === undefined ? null : (notReady(draft, typeOf(item.content_type))?.message ?? null);
  };
  const mayGoOut = (item: PlanItem) => canBePublished(item) && blockOf(item) === null;
  const isLeft = (item: PlanItem) => ignored?.has(item.id) ?? !(isTakenByDefault(item) && mayGoOut(item));
  const taken = found.items.filter((item) => item.id === mine || !isLeft(item));
  if (found.items.length === 0)
    return (
      <Text size="sm">
        <Trans>Everything is already published.</Trans>
      </Text>
    );
  return (
    <>
      {taken.map((item) => {
        const draft = openedOf(item);
        return (
          draft && (
            <NewsList
              key={item.id}
              draft={draft}
              type={typeOf(item.content_type)}
              name={item.id === mine ? null : item.title}
            />
          )
        );
      })}
      <PlanList
        items={found.items}
        mine={mine}
        left={new Set(found.items.filter(isLeft).map(({ id }) => id))}
        blockOf={blockOf}
        onLeft={setIgnored}
        jump={jump}
        onLeave={onClose}
      >
        <OwnChanges jump={jump} />
      </PlanList>
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
          disabled={taken.length === 0 || !taken.every(mayGoOut)}
          loading={isPublishing}
          onClick={() => onPublish(taken)}
        >
          <Plural value={taken.length} one="Publish # entry" other="Publish # entries" />
        </Button>
      </Group>
    </>
  );
}

/** What readers get of the entry itself. The plan says what is wrong with it. */
function OwnChanges({ jump }: Pick<ChoiceProperties, 'jump'>): ReactNode {
  const summary = usePublishSummary(NO_PROBLEMS);
  return summary !== null && <PublishSummary summary={summary} jump={jump} />;
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
      <Alert color="green" role="status" title={<Trans>Readers see it now</Trans>}>
        <Plural value={count} one="# entry was published." other="# entries were published together." />
      </Alert>
      <DeliveryResponse />
      <Group justify="flex-end">
        <Button ref={done} onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </Group>
    </>
  );
}

/** Gives the draft of an entry of the plan that is open in this tab. */
function useOpenedOf(): OpenedOf {
  const { place } = useSurroundings();
  const drafts = useDrafts();
  return ({ id }) => drafts.opened({ ...place, key: keyOf(id) });
}

/** The plan of what is saved and shown: all that was written in this tab is saved first. */
function usePlan(openedOf: OpenedOf) {
  const { draft, type } = useOpenEntry();
  const { place } = useSurroundings();
  const drafts = useDrafts();
  return useQuery({
    queryKey: [place.space, place.environment, 'plan', draft.address.key],
    queryFn: async () => {
      await saveAll(draft, drafts);
      const refusal = notReady(draft, type);
      if (refusal !== null) throw refusal;
      const id = draft.entry?.id ?? '';
      const read = async () => {
        // A slug may have followed the title that somebody else has changed.
        await saveAll(draft, drafts);
        return readPlan(place, [id]);
      };
      const plan = await planAsShown(read, openedOf);
      if (plan === null) throw new Error(t`Others are editing these entries right now. Try again in a moment.`);
      // What others wrote may be in the way only now.
      const late = notReady(draft, type);
      if (late !== null) throw late;
      return plan;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // What was chosen in it stays while the person looks at another window.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** What was written into a linked entry in a drawer goes out too. */
async function saveAll(draft: Draft, drafts: Drafts): Promise<void> {
  await Promise.all([draft, ...drafts.unsaved()].map((one) => one.flush()));
}

/**
 * Publishes entries in the versions that are shown, all together or none.
 * @param onOvertaken called when somebody has changed one of them: what is shown is to be planned anew
 * @returns how many were published
 */
function usePublication(openedOf: OpenedOf, onOvertaken: () => void) {
  const { draft } = useOpenEntry();
  const { place } = useSurroundings();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (items: readonly PlanItem[]) => {
      const params = { path: { space_id: place.space, environment: place.environment } };
      const ids = items.map(({ id }) => id);
      const body = { action: 'publish' as const, ids, atomic: true, versions: versionsOf(items) };
      const call = api.POST('/spaces/{space_id}/environments/{environment}/entries/bulk', { params, body });
      try {
        return (await bodyOf(call)).results.length;
      } catch (error) {
        if (!isOvertaken(error)) throw error;
        onOvertaken();
        throw new Error(
          t`Nothing was published, because someone else has just edited this. Check what is new, then publish.`,
        );
      }
    },
    onSuccess: (_count, items) => {
      for (const item of items) {
        const opened = openedOf(item);
        // What came while it was being published has not gone out, and was not shown.
        if (opened?.entry?.version === item.version) opened.seen();
      }
      // It is published, whether or not that can be seen here yet.
      draft.refresh().catch(() => undefined);
      void client.invalidateQueries({
        queryKey: [place.space, place.environment],
        predicate: ({ queryKey }) => queryKey[2] !== 'plan',
      });
    },
  });
}

function isOvertaken(error: unknown): boolean {
  if (!(error instanceof ApiProblem) || !Array.isArray(error.detail.results)) return false;
  const results = error.detail.results as readonly { readonly error?: { readonly code: string } }[];
  return results.some((result) => result.error?.code === 'version_conflict');
}
