/** The page of an entry, which follows what is written, and whose values lead to their fields and back. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { ContentPlace } from '../../../api/queries.ts';
import type { Entry, Locale } from '../../../api/types.ts';
import { keyOf } from '../../../fields/links/link-value.ts';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import type { Place } from '../../../page-script/messages.ts';
import { Alert, Button, Group, Text } from '../../../ui/index.ts';
import type { PanelProperties } from '../panel/panel-properties.ts';
import { formPlace } from './page-address.ts';
import { PageFrame } from './page-frame.tsx';
import styles from './preview.module.css';
import { PreviewBar } from './preview-bar.tsx';
import { keepDevice, keptDevice, WIDTHS } from './preview-choices.ts';
import { previewQuery } from './preview-query.ts';
import { SilenceNote } from './silence-note.tsx';
import { useLivePage } from './use-live-page.ts';
import { useQuickSaves } from './use-quick-saves.ts';
import { textsShown, valuesShown } from './values-shown.ts';

interface LivePreviewProperties extends Pick<PanelProperties, 'jump'> {
  readonly entry: Entry;
  /** The languages of the form, the first of which the page has at first. */
  readonly shownLocales: readonly Locale[];
  /** What the page shows: drafts, or a release. */
  readonly place: ContentPlace;
  /** The time at which the site is shown, if it is not that of now. */
  readonly asOf: string | undefined;
  readonly full: boolean | null;
  onFull(full: boolean): void;
}

export function LivePreview(properties: LivePreviewProperties): ReactNode {
  const { entry, shownLocales, place, asOf, jump, full, onFull } = properties;
  const { t } = useLingui();
  const { draft, type } = useOpenEntry();
  const { types, locales, openEntry } = useSurroundings();
  const [device, setDevice] = useState(() => keptDevice(full === null ? 'phone' : 'desktop'));
  const [browse, setBrowse] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const locale = locales.find(({ code }) => code === chosen) ?? (shownLocales[0] as Locale);
  const { data, error, refetch } = useQuery(previewQuery(place, { entry, locale: locale.code, asOf }));
  const model = { type, types, locales };
  /** Pages may know the entry by the id that it has under an alias. */
  const idIn = (ids: readonly string[]) => ids.find((id) => keyOf(id) === draft.address.key) ?? entry.id;

  const page = useLivePage({
    preview: data,
    page: [entry.id, locale.code, place.release, asOf].join(' '),
    browse,
    texts: (ids) => textsShown(idIn(ids), valuesShown(draft, model, locale), { type, locale }),
    onSelect: (selected) => {
      if (keyOf(selected.entry) !== draft.address.key) return openEntry({ type: 'entry', id: selected.entry });
      if (full === true) onFull(false);
      const to = formPlace(selected, type, locale.code);
      jump(to.field, to.locale, to.path);
    },
  });
  const refresh = useCallback(() => void refetch(), [refetch]);
  useQuickSaves(draft, refresh);
  useFocusedPlace(page.select, (control) => {
    const forms = new Set([locale, ...shownLocales]);
    for (const shown of forms)
      for (const value of valuesShown(draft, model, shown))
        if (value.control === control) return { entry: idIn(page.entries), field: value.path, locale: null };
    return null;
  });

  return (
    <div className={styles.preview} data-preview={full === true ? 'full' : 'side'}>
      <PreviewBar
        device={device}
        onDevice={(next) => {
          keepDevice(next);
          setDevice(next);
        }}
        locale={locale.code}
        onLocale={setChosen}
        browse={page.state === 'live' ? browse : null}
        onBrowse={setBrowse}
        full={full}
        onFull={onFull}
        url={data?.url ?? null}
        onReload={() => {
          page.reload();
          refresh();
        }}
      />
      {error !== null && <Text size="sm">{error.message}</Text>}
      {data?.url === null && <NoPage entry={entry} locale={locale} />}
      {data?.url != null && <SilenceNote state={page.state} url={data.url} />}
      {page.failure !== null && <Failure status={page.failure} onRetry={refresh} />}
      {data?.url !== null && <PageFrame page={page} title={t`Preview in ${locale.name}`} width={WIDTHS[device]} />}
    </div>
  );
}

/** Outlines in the page what has the focus in the form. @param placeOf by the id of a control; null if the page knows nothing of it */
function useFocusedPlace(select: (place: Place | null) => void, placeOf: (control: string) => Place | null): void {
  const focused = useEffectEvent((target: EventTarget | null) => {
    for (let at = target instanceof Element ? target : null; at !== null; at = at.parentElement) {
      const place = at.id === '' ? null : placeOf(at.id);
      if (place !== null) return select(place);
    }
  });
  useEffect(() => {
    const listener = ({ target }: FocusEvent) => focused(target);
    document.addEventListener('focusin', listener);
    return () => document.removeEventListener('focusin', listener);
  }, []);
}

/** Why there is no address. */
function NoPage({ entry: { change }, locale }: { readonly entry: Entry; readonly locale: Locale }): ReactNode {
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

/** @param properties.status of HTTP; 0 where the site did not answer */
function Failure({ status, onRetry }: { readonly status: number; readonly onRetry: () => void }): ReactNode {
  return (
    <Alert color="orange" variant="light" className={styles.note} role="status">
      <Group gap="xs">
        <Text size="sm">
          {status === 0 ? (
            <Trans>Your site did not answer. The page is as it was before.</Trans>
          ) : (
            <Trans>Your site answered with {status}. The page is as it was before.</Trans>
          )}
        </Text>
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </Group>
    </Alert>
  );
}
