/** The page that shows the draft, where the content type names one. The server fills in its address. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { Entry, Locale } from '../../../api/types.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { usePermission } from '../../../frame/use-place.ts';
import { ExternalIcon } from '../../../ui/icons.ts';
import { Anchor, Button, Group, LinkAnchor, SegmentedControl, Stack, Text, useElementSize } from '../../../ui/index.ts';
import styles from './entry-panel.module.css';
import type { PanelProperties } from './panel-properties.ts';

/** What the page is shown as wide as, in pixels: the usual width of each kind of screen. */
const WIDTHS = { phone: 390, tablet: 820, desktop: 1280 } as const;
type Device = keyof typeof WIDTHS;

const HEIGHT_PIXELS = 480;

const EXAMPLE = 'https://example.com/drafts/{slug}';

export function PreviewPanel({ shownLocales }: PanelProperties): ReactNode {
  const { draft, type } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  const [device, setDevice] = useState<Device>('phone');
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
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={devices.label}
        data={devices.choices}
        value={device}
        onChange={(chosen) => setDevice(chosen as Device)}
      />
      {shownLocales.map((locale) => (
        <LocalePreview key={locale.code} entry={entry} locale={locale} width={WIDTHS[device]} />
      ))}
    </Stack>
  );
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
  const { place } = useSurroundings();
  const mayChange = usePermission('content_type.manage');
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
      {mayChange ? (
        <LinkAnchor to="/spaces/$space/$environment/model/$type" params={{ ...place, type: type.api_id }} size="sm">
          <Trans>Set the preview address</Trans>
        </LinkAnchor>
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>A developer or admin can set it in the model.</Trans>
        </Text>
      )}
    </Stack>
  );
}

interface LocalePreviewProperties {
  readonly entry: Entry;
  readonly locale: Locale;
  /** Of the page, in pixels. */
  readonly width: number;
}

function LocalePreview({ entry, locale, width }: LocalePreviewProperties): ReactNode {
  const { t } = useLingui();
  const { place } = useSurroundings();
  const [opened, setOpened] = useState(false);
  const { data, error, refetch } = useQuery({
    // A saved version is another page, which the frame then shows.
    queryKey: [place.space, place.environment, 'preview', entry.id, locale.code, entry.version],
    queryFn: () => {
      const params = { path: { entry_id: entry.id }, query: { locale: locale.code } };
      return bodyOf(api.GET('/entries/{entry_id}/preview', { params }));
    },
    // Each answer has another address for the frame, which would load it anew.
    refetchOnWindowFocus: !opened,
    refetchOnReconnect: !opened,
  });
  const show = async () => {
    // The address of a frame is good for an hour, and may be an old one.
    await refetch();
    setOpened(true);
  };
  if (error !== null) return <Text size="sm">{error.message}</Text>;
  if (data === undefined || data.url === null) return null;
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Anchor href={data.url} target="_blank" rel="noreferrer" size="sm">
          {t`Open in a new tab`} ({locale.code}) <ExternalIcon size={12} aria-hidden />
        </Anchor>
        <Button
          variant="default"
          size="compact-xs"
          aria-expanded={opened}
          onClick={() => (opened ? setOpened(false) : void show())}
        >
          {opened ? <Trans>Hide</Trans> : <Trans>Show here</Trans>}
        </Button>
      </Group>
      {opened && <Page src={`/studio/${data.frame_url}`} title={t`Preview in ${locale.name}`} width={width} />}
    </Stack>
  );
}

interface PageProperties {
  readonly src: string;
  readonly title: string;
  readonly width: number;
}

/** A page at its own width, made smaller until it fits. */
function Page({ src, title, width }: PageProperties): ReactNode {
  const { ref, width: room } = useElementSize();
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div ref={ref} className={styles.stage} style={{ blockSize: HEIGHT_PIXELS }}>
      <iframe
        className={styles.page}
        src={src}
        title={title}
        style={{ inlineSize: width, blockSize: HEIGHT_PIXELS / scale, transform: `scale(${scale})` }}
      />
    </div>
  );
}
