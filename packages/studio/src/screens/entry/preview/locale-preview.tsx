/** The page of an entry in one language: in a new tab, or in a frame. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Entry, Locale } from '../../../api/types.ts';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { ExternalIcon } from '../../../ui/icons.ts';
import { Anchor, Button, Group, Stack, Text, useElementSize } from '../../../ui/index.ts';
import styles from './preview.module.css';
import { previewQuery } from './preview-query.ts';

const HEIGHT_PIXELS = 480;

interface LocalePreviewProperties {
  readonly entry: Entry;
  readonly locale: Locale;
  /** The time at which the site is shown, if it is not that of now. */
  readonly asOf: string | undefined;
  /** Of the page, in pixels. */
  readonly width: number;
}

export function LocalePreview({ entry, locale, asOf, width }: LocalePreviewProperties): ReactNode {
  const { t } = useLingui();
  const { place } = useSurroundings();
  const [opened, setOpened] = useState(false);
  const { data, error, refetch } = useQuery({
    ...previewQuery(place, { entry, locale: locale.code, asOf }),
    // Each answer has another address for the frame, which would load it anew.
    refetchOnWindowFocus: ({ state: { data: known } }) => !opened || isOver(known?.expires_at),
    refetchOnReconnect: !opened,
  });
  const show = async () => {
    // The address of a frame is good for an hour, and may be an old one.
    await refetch();
    setOpened(true);
  };
  if (error !== null) return <Text size="sm">{error.message}</Text>;
  if (data === undefined) return null;
  if (data.url === null) return <NoPage entry={entry} locale={locale} />;
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

function isOver(at: string | undefined): boolean {
  return at !== undefined && Date.parse(at) <= Date.now();
}

/** Why there is no address. */
function NoPage({ entry: { change }, locale }: Pick<LocalePreviewProperties, 'entry' | 'locale'>): ReactNode {
  const isTakenAway = change === 'unpublish' || change === 'archive' || change === 'delete';
  return (
    <Text size="sm">
      {isTakenAway ? (
        <Trans>The release takes this entry away, so it has no page in it.</Trans>
      ) : (
        <Trans>There is no page in {locale.name} yet: its address needs a slug.</Trans>
      )}
    </Text>
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
