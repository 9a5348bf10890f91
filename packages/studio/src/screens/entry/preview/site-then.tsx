/**
 * The page of the entry as readers saw it when a version was saved. The address is asked for once somebody wants to see it: to find out
 * what readers saw, the server lays the whole past of the environment.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Entry, Locale } from '../../../api/types.ts';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { loadWords } from '../../../languages/languages.ts';
import { ExternalIcon } from '../../../ui/icons.ts';
import { Anchor, Button, Group, Text } from '../../../ui/index.ts';
import { readPreview } from './preview-query.ts';

interface SiteThenProperties {
  readonly entry: Entry;
  readonly version: number;
  /** When it was saved. */
  readonly at: string;
  readonly shownLocales: readonly Locale[];
}

export async function loadSiteThen(): Promise<ComponentType<SiteThenProperties>> {
  await loadWords('preview');
  return SiteThen;
}

function SiteThen({ entry, version, at, shownLocales }: SiteThenProperties): ReactNode {
  const { i18n } = useLingui();
  const time = i18n.date(at, { dateStyle: 'long', timeStyle: 'medium' });
  return (
    <div>
      <Group gap="xs">
        {shownLocales.map((locale) => (
          // Another moment begins without what was said of this one.
          <PageThen
            key={`${locale.code} ${at}`}
            entry={entry}
            at={at}
            locale={locale}
            isOnly={shownLocales.length === 1}
          />
        ))}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        <Trans>
          Your site as readers saw it when version {version} was saved: {time}
        </Trans>
      </Text>
    </div>
  );
}

interface PageThenProperties extends Pick<SiteThenProperties, 'entry' | 'at'> {
  readonly locale: Locale;
  /** Whether no other language stands beside it. */
  readonly isOnly: boolean;
}

function PageThen({ entry, at, locale, isOnly }: PageThenProperties): ReactNode {
  const { t } = useLingui();
  const { place } = useSurroundings();
  const page = useMutation({
    mutationFn: async () => {
      // Opened by the press itself, as browsers refuse what opens later.
      const tab = window.open('', '_blank');
      try {
        const { url } = await readPreview(place, { entry, locale: locale.code, asOf: at });
        if (url === null) tab?.close();
        else show(tab, url);
        return { url, isShown: tab !== null };
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
  });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        rightSection={<ExternalIcon size={12} aria-hidden />}
        loading={page.isPending}
        onClick={() => page.mutate()}
      >
        <Trans>See the site as of this</Trans>
        {!isOnly && ` (${locale.code})`}
      </Button>
      <Text size="sm" role="status">
        {page.data?.url === null && <Trans>Readers did not see this entry then.</Trans>}
        {page.data?.isShown === false && page.data.url !== null && (
          <Anchor href={page.data.url} target="_blank" rel="noreferrer">
            {t`Open in a new tab`}
          </Anchor>
        )}
        {page.error?.message}
      </Text>
    </>
  );
}

/** Shows a page of the site, which gets no hold of Studio. */
function show(tab: Window | null, url: string): void {
  if (tab === null) return;
  tab.opener = null;
  tab.location.replace(url);
}
