/** The page of the site that shows the entry, where the content type names one: as its draft, in a release, or as it will be. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { ContentPlace } from '../../../api/queries.ts';
import { releaseQuery } from '../../../api/releases.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { loadWords } from '../../../languages/languages.ts';
import { SegmentedControl, Stack, Text } from '../../../ui/index.ts';
import type { PanelProperties } from '../panel/panel-properties.ts';
import { readsByToken } from './address.ts';
import { InReleaseNote } from './in-release-note.tsx';
import { LocalePreview } from './locale-preview.tsx';
import { ToAddress } from './to-address.tsx';
import { WithoutTokenNote } from './without-token-note.tsx';

/** What the page is shown as wide as, in pixels: the usual width of each kind of screen. */
const WIDTHS = { phone: 390, tablet: 820, desktop: 1280 } as const;
type Device = keyof typeof WIDTHS;

const EXAMPLE = 'https://example.com/{slug}?preview={preview}';

export async function loadPreviewPanel(): Promise<ComponentType<PanelProperties>> {
  await loadWords('preview');
  return PreviewPanel;
}

function PreviewPanel({ shownLocales }: PanelProperties): ReactNode {
  const { draft, type } = useOpenEntry();
  const { place } = useSurroundings();
  const entry = useDraft(draft, (now) => now.entry);
  const [device, setDevice] = useState<Device>('phone');
  const [isThen, setIsThen] = useState(false);
  const goesOut = useGoesOut(place);
  const asOf = isThen && goesOut !== null ? goesOut : undefined;
  const devices = useDevices();
  if (type.preview_url === null) return <NoAddress />;
  if (entry === null)
    return (
      <Text size="sm" c="dimmed">
        <Trans>The preview opens from here once something is written.</Trans>
      </Text>
    );
  return (
    <Stack gap="sm">
      {place.release !== undefined &&
        (readsByToken(type) ? (
          <InReleaseNote goesOut={goesOut} isThen={isThen} onChange={setIsThen} />
        ) : (
          <WithoutTokenNote address={type.preview_url} />
        ))}
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={devices.label}
        data={devices.choices}
        value={device}
        onChange={(chosen) => setDevice(chosen as Device)}
      />
      {shownLocales.map((locale) => (
        <LocalePreview key={locale.code} entry={entry} locale={locale} asOf={asOf} width={WIDTHS[device]} />
      ))}
    </Stack>
  );
}

/** When the release that the person works in goes out by itself; null where it does not, and without one. */
function useGoesOut(place: ContentPlace): string | null {
  const query = { ...releaseQuery(place, place.release ?? ''), enabled: place.release !== undefined };
  const { data: release } = useQuery(query);
  return release?.state === 'scheduled' ? release.publish_at : null;
}

function useDevices() {
  const { t } = useLingui();
  const names: Readonly<Record<Device, string>> = {
    phone: t({ message: 'Phone', comment: 'Width at which a page is previewed' }),
    tablet: t({ message: 'Tablet', comment: 'Width at which a page is previewed' }),
    desktop: t({ message: 'Desktop', comment: 'Width at which a page is previewed' }),
  };
  const choices = Object.entries(names).map(([value, label]) => ({ value, label }));
  return { label: t({ message: 'Width of the preview', comment: 'Name of a choice' }), choices };
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
