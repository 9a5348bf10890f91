/** What stands above the fields when something has to be decided: a draft found on this device, an entry archived or deleted meanwhile. */
import type { ReactNode } from 'react';
import { useDraft, useOpenEntry } from '../../fields/open-entry.tsx';
import { onDemand, Stack } from '../../ui/index.ts';
import styles from './entry.module.css';
import { ReadOnlyNote } from './read-only.tsx';
import { straysOf } from './strays.ts';

const NeedNotice = onDemand(async () => (await import('./need-notice.tsx')).NeedNotice);
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
      {/* What concerns one value shows at its field. */}
      {state.status === 'needs-you' && 'message' in state.need && <NeedNotice need={state.need} draft={draft} />}
    </Stack>
  );
}
