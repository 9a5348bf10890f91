/** The page of the site that shows the entry, where the content type names one: as its draft, in a release, or as it will be. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { ContentPlace } from '../../../api/queries.ts';
import { releaseQuery } from '../../../api/releases.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { loadWords } from '../../../languages/languages.ts';
import { Stack, Text, useMediaQuery } from '../../../ui/index.ts';
import type { PanelProperties } from '../panel/panel-properties.ts';
import { readsByToken } from './address.ts';
import { InReleaseNote, type Shown } from './in-release-note.tsx';
import { LivePreview } from './live-preview.tsx';
import { ToAddress } from './to-address.tsx';
import { WithoutTokenNote } from './without-token-note.tsx';

const EXAMPLE = 'https://example.com/{slug}?preview={preview}';
/** Above this width the form stands beside it. */
const WIDE = '(min-width: 62em)';

export async function loadPreviewPanel(): Promise<ComponentType<PanelProperties>> {
  await loadWords('preview');
  return PreviewPanel;
}

function PreviewPanel({ shownLocales, jump }: PanelProperties): ReactNode {
  const { draft, type } = useOpenEntry();
  const { place } = useSurroundings();
  const entry = useDraft(draft, (now) => now.entry);
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const [full, setFull] = useState(false);
  const [shown, setShown] = useState<Shown>('release');
  const goesOut = useGoesOut(place);
  const asOf = shown === 'then' && goesOut !== null ? goesOut : undefined;
  if (type.preview_url === null) return <NoAddress />;
  if (entry === null)
    return (
      <Text size="sm" c="dimmed">
        <Trans>The preview opens from here once something is written.</Trans>
      </Text>
    );
  return (
    <>
      {place.release !== undefined &&
        (readsByToken(type) ? (
          <InReleaseNote goesOut={goesOut} shown={shown} onChange={setShown} />
        ) : (
          <WithoutTokenNote address={type.preview_url} />
        ))}
      <LivePreview
        key={entry.id}
        entry={entry}
        shownLocales={shownLocales}
        place={shown === 'draft' ? { ...place, release: undefined } : place}
        asOf={asOf}
        jump={jump}
        full={isWide ? full : null}
        onFull={setFull}
      />
    </>
  );
}

/** When the release that the person works in goes out by itself; null where it does not, and without one. */
function useGoesOut(place: ContentPlace): string | null {
  const query = { ...releaseQuery(place, place.release ?? ''), enabled: place.release !== undefined };
  const { data: release } = useQuery(query);
  return release?.state === 'scheduled' ? release.publish_at : null;
}

/** How a preview is set up, and the way there for who may. */
function NoAddress(): ReactNode {
  const { type } = useOpenEntry();
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        <Trans>No preview yet</Trans>
      </Text>
      <Text size="sm">
        <Trans>
          Drafts of “{type.name}” open on your site from here once the content type has a preview address, such as{' '}
          {EXAMPLE}.
        </Trans>
      </Text>
      <ToAddress />
    </Stack>
  );
}
