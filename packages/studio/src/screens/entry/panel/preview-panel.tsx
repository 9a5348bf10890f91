/** The page that shows the draft, where the content type names one. The server fills in its address. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { Entry, Locale } from '../../../api/types.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { ExternalIcon } from '../../../ui/icons.ts';
import { Anchor, Button, Group, Stack, Text } from '../../../ui/index.ts';
import styles from '../entry.module.css';
import type { PanelProperties } from './panel-properties.ts';

export function PreviewPanel({ shownLocales }: PanelProperties): ReactNode {
  const { draft, type } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  if (type.preview_url === null)
    return (
      <Text size="sm">
        <Trans>
          The content type {type.name} has no preview address. Once a developer gives it one in the model, the page that
          shows this draft opens from here.
        </Trans>
      </Text>
    );
  if (entry === null)
    return (
      <Text size="sm" c="dimmed">
        <Trans>Nothing yet.</Trans>
      </Text>
    );
  return (
    <Stack gap="md">
      {shownLocales.map((locale) => (
        <LocalePreview key={locale.code} entry={entry} locale={locale} />
      ))}
    </Stack>
  );
}

interface LocalePreviewProperties {
  readonly entry: Entry;
  readonly locale: Locale;
}

function LocalePreview({ entry, locale }: LocalePreviewProperties): ReactNode {
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
      {opened && (
        <iframe className={styles.preview} src={`/studio/${data.frame_url}`} title={t`Preview in ${locale.name}`} />
      )}
    </Stack>
  );
}
