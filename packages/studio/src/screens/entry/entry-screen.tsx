/** One entry: its fields in the middle, and beside them its state, problems, links, history and preview. */
import { useLingui } from '@lingui/react/macro';
import { useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { Draft } from '../../drafts/types.ts';
import { useDraft } from '../../fields/open-entry.tsx';
import { ScreenError } from '../../frame/screen-error.tsx';
import { useDrafts } from '../../frame/use-drafts.ts';
import { useContentTypes, usePlace, useRelease } from '../../frame/use-place.ts';
import { EntryDrawer } from './entry-drawer-on-demand.ts';
import { EntryEditor } from './entry-editor.tsx';
import { type EntrySearch, NEW_KEY } from './entry-search.ts';
import { EntrySkeleton } from './entry-skeleton.tsx';
import { EntrySurroundings } from './entry-surroundings.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { InReleaseProvider } from './release/in-release-on-demand.ts';
import { useEntryNavigation } from './use-entry-navigation.ts';
import { useOpenDraft } from './use-open-draft.ts';

export { readAhead } from './read-ahead.ts';

const ROUTE = '/inside/spaces/$space/$environment/content/$key';

export function EntryScreen(): ReactNode {
  const place = usePlace();
  const { key } = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  const newOf = key === NEW_KEY ? (search.type ?? null) : null;
  const release = useRelease();
  const opened = useOpenDraft(useDrafts(), { ...place, key, release, newOf });
  if (opened.status === 'failed') return <ScreenError error={opened.error} reset={opened.retry} />;
  if (opened.status === 'opening') return <EntrySkeleton />;
  const screen = <OpenEntryScreen draft={opened.draft} search={search} />;
  return release === undefined ? screen : <InReleaseProvider id={release}>{screen}</InReleaseProvider>;
}

interface OpenEntryScreenProperties {
  readonly draft: Draft;
  readonly search: EntrySearch;
}

function OpenEntryScreen({ draft, search }: OpenEntryScreenProperties): ReactNode {
  const { contentType } = draft;
  const type = useContentTypes().find(({ api_id }) => api_id === contentType);
  const go = useEntryNavigation();
  const { t } = useLingui();
  useOwnAddress(draft, search);
  if (type === undefined) return <ScreenError error={new Error(t`There is no content type called ${contentType}.`)} />;
  return (
    <EntrySurroundings full={search.full}>
      <EntryEditor draft={draft} type={type} search={search} go={go} />
      {search.drawer !== undefined && (
        <PartBoundary>
          <EntryDrawer wanted={search.drawer} onClose={() => go.show({ drawer: undefined })} />
        </PartBoundary>
      )}
    </EntrySurroundings>
  );
}

/** Once something is written into a new entry, the address becomes its own. */
function useOwnAddress(draft: Draft, search: EntrySearch): void {
  const go = useEntryNavigation();
  const isBegun = useDraft(draft, ({ entry, state }) => entry !== null || state.status !== 'saved');
  const isNew = search.type !== undefined;
  useEffect(() => {
    if (isNew && isBegun) go.settle(draft.address.key);
  }, [isNew, isBegun, go, draft]);
}
