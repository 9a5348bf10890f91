/** What stands above the fields when something has to be decided: a draft found on this device, an entry archived or deleted meanwhile. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Draft, Need } from '../../drafts/types.ts';
import { useDraft, useOpenEntry } from '../../fields/open-entry.tsx';
import { Alert, Button, Group, onDemand, Stack, Text } from '../../ui/index.ts';
import styles from './entry.module.css';
import { ReadOnlyNote } from './read-only.tsx';
import { straysOf } from './strays.ts';

const FoundNotice = onDemand(async () => (await import('./found-notice.tsx')).FoundNotice);
const StrayNotice = onDemand(async () => (await import('./stray-notice.tsx')).StrayNotice);

export function Notices(): ReactNode {
  const { draft, type } = useOpenEntry();
  const state = useDraft(draft, ({ state: now }) => now);
  const found = useDraft(draft, (now) => now.found);
  const strays = useDraft(draft, (now) => straysOf(now, type).length);
  return (
    <Stack gap="xs" className={styles.notices}>
      <ReadOnlyNote draft={draft} />
      {found.length > 0 && <FoundNotice />}
      {strays > 0 && <StrayNotice />}
      {state.status === 'needs-you' && <NeedNotice need={state.need} draft={draft} />}
    </Stack>
  );
}

interface NeedNoticeProperties {
  readonly need: Need;
  readonly draft: Draft;
}

/** What concerns one value shows at its field; here stands what concerns the whole entry. */
function NeedNotice({ need, draft }: NeedNoticeProperties): ReactNode {
  if (!('message' in need)) return null;
  return (
    <Alert color="red" variant="light" role="alert" title={<Trans>What you wrote is not saved</Trans>}>
      <Stack gap="xs">
        <Text size="sm">{need.message}</Text>
        <Group gap="xs">
          {need.kind === 'deleted' && (
            <Button size="xs" variant="default" onClick={() => draft.recreate()}>
              <Trans>Create the entry again</Trans>
            </Button>
          )}
          {(need.kind === 'permission' || need.kind === 'refused') && (
            <Button size="xs" variant="default" onClick={() => draft.retry()}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => draft.discard()}>
            <Trans>Discard my changes</Trans>
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
