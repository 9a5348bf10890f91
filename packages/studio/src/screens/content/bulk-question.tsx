/** Asks before something is done with many entries, and says what it means: for readers, or for good. */
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readPlan } from '../../api/publish-plan.ts';
import type { PublishPlan } from '../../api/types.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { Problem } from '../../frame/problem.tsx';
import { useDrafts } from '../../frame/use-drafts.ts';
import { usePlace } from '../../frame/use-place.ts';
import { LateLoader, List, Stack, Text } from '../../ui/index.ts';
import { useActionWords } from './action-words.ts';
import type { Action, Chosen } from './use-bulk-action.ts';

const LISTED_MAX = 10;
/** Linked drafts are counted, not those that they link to. */
const LINKS_FOLLOWED = 1;

interface BulkQuestionProperties {
  readonly asked: Chosen;
  readonly onConfirm: (chosen: Chosen) => void;
  readonly onClose: () => void;
}

export function BulkQuestion({ asked, onConfirm, onClose }: BulkQuestionProperties): ReactNode {
  const words = useActionWords();
  const { action, shown } = asked;
  const title = words[action];
  return (
    <FormDialog
      title={title}
      action={title}
      danger={action === 'delete'}
      onSubmit={async () => onConfirm(asked)}
      onClose={onClose}
    >
      {action === 'publish' ? (
        <Plan ids={shown.map(({ id }) => id)} />
      ) : (
        <Text size="sm">
          <Consequence action={action} count={shown.length} />
        </Text>
      )}
    </FormDialog>
  );
}

interface ConsequenceProperties {
  readonly action: Exclude<Action, 'publish'>;
  readonly count: number;
}

function Consequence({ action, count }: ConsequenceProperties): ReactNode {
  if (action === 'delete')
    return (
      <Plural
        value={count}
        one="# entry is deleted, with all of its versions. This cannot be undone."
        other="# entries are deleted, with all of their versions. This cannot be undone."
      />
    );
  return (
    <Plural
      value={count}
      one="Readers will not see # entry any more."
      other="Readers will not see # entries any more."
    />
  );
}

/** What publishing the entries changes for readers, once everything written in this tab is saved. */
function Plan({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const place = usePlace();
  const drafts = useDrafts();
  const plan = useQuery({
    queryKey: [place.space, place.environment, 'publish-plan', ...ids],
    queryFn: async () => {
      await drafts.flush();
      return readPlan(place, ids, LINKS_FOLLOWED);
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (plan.isError) return <Problem error={plan.error} />;
  if (plan.data === undefined) return <LateLoader />;
  return <Planned plan={plan.data} ids={new Set(ids)} />;
}

function Planned({ plan, ids }: { readonly plan: PublishPlan; readonly ids: ReadonlySet<string> }): ReactNode {
  const { t } = useLingui();
  const chosen = plan.items.filter(({ id }) => ids.has(id));
  const blocked = chosen.filter(({ problems, status }) => problems.length > 0 || status === 'archived');
  const going = chosen.length - blocked.length;
  const same = ids.size - chosen.length;
  const links = plan.items.filter(({ id, status }) => !ids.has(id) && status === 'draft').length;
  return (
    <Stack gap="xs">
      <Text size="sm">
        <Plural
          value={going}
          one="Readers will see # entry as it stands now."
          other="Readers will see # entries as they stand now."
        />
      </Text>
      {same > 0 && (
        <Text size="sm">
          <Plural value={same} one="# entry has no changes." other="# entries have no changes." />
        </Text>
      )}
      {links > 0 && (
        <Text size="sm">
          <Plural
            value={links}
            one="# linked entry is not published. Open the entry that links to it to publish both."
            other="# linked entries are not published. Open the entries that link to them to publish both."
          />
        </Text>
      )}
      {blocked.length > 0 && (
        <>
          <Text size="sm" c="var(--failed)">
            <Plural value={blocked.length} one="# entry cannot be published:" other="# entries cannot be published:" />
          </Text>
          <List size="sm">
            {blocked.slice(0, LISTED_MAX).map(({ id, title, problems }) => (
              <List.Item key={id}>
                <bdi>{title ?? t`Untitled`}</bdi>: {problems[0]?.message ?? t`It is archived.`}
              </List.Item>
            ))}
          </List>
          {blocked.length > LISTED_MAX && (
            <Text size="sm">
              <Plural value={blocked.length - LISTED_MAX} one="And # more." other="And # more." />
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}
