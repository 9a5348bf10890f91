/** What can be chosen over the page in a preview: how wide it is, its language, what a press does, and where it is shown. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { ExternalIcon, FullScreenIcon, LeaveFullScreenIcon, RetryIcon } from '../../../ui/icons.ts';
import { ActionIcon, SegmentedControl, Select } from '../../../ui/index.ts';
import styles from './preview.module.css';
import { type Device, WIDTHS } from './preview-choices.ts';

const LOCALE_PIXELS = 104;

interface PreviewBarProperties {
  readonly device: Device;
  onDevice(device: Device): void;
  /** Code. */
  readonly locale: string;
  onLocale(code: string): void;
  /** Whether a press in the page does what it does for readers; null where the page leads to no fields. */
  readonly browse: boolean | null;
  onBrowse(browse: boolean): void;
  /** Whether the form is away; null where there is no room for both. */
  readonly full: boolean | null;
  onFull(full: boolean): void;
  /** Of the page; null without one. */
  readonly url: string | null;
  onReload(): void;
}

export function PreviewBar(properties: PreviewBarProperties): ReactNode {
  const { t } = useLingui();
  const { locales } = useSurroundings();
  const { device, locale, browse } = properties;
  const devices = useDevices();
  return (
    <div className={styles.bar}>
      <SegmentedControl
        size="xs"
        aria-label={devices.label}
        data={devices.choices}
        value={device}
        onChange={(chosen) => properties.onDevice(chosen as Device)}
      />
      {locales.length > 1 && (
        <Select
          size="xs"
          w={LOCALE_PIXELS}
          aria-label={t({ message: 'Language of the page', comment: 'Name of a choice over a preview' })}
          data={locales.map(({ code }) => code)}
          value={locale}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(code) => code !== null && properties.onLocale(code)}
        />
      )}
      {browse !== null && (
        <SegmentedControl
          size="xs"
          aria-label={t({ message: 'What a click in the page does', comment: 'Name of a choice over a preview' })}
          data={[
            { value: 'edit', label: t({ message: 'Edit', comment: 'A click in the page leads to the field' }) },
            { value: 'browse', label: t({ message: 'Browse', comment: 'A click in the page follows links' }) },
          ]}
          value={browse ? 'browse' : 'edit'}
          onChange={(chosen) => properties.onBrowse(chosen === 'browse')}
        />
      )}
      <PageActions {...properties} />
    </div>
  );
}

/** What can be done with the page. */
function PageActions({
  full,
  url,
  onReload,
  onFull,
}: Pick<PreviewBarProperties, 'full' | 'url' | 'onReload' | 'onFull'>): ReactNode {
  const { t } = useLingui();
  const reload = t({ message: 'Reload the page', comment: 'Button: the page of the site in a preview' });
  const inTab = t`Open in a new tab`;
  const size = full === true ? t`Show the form beside it` : t`Hide the form`;
  return (
    <div className={styles.actions}>
      <ActionIcon variant="subtle" color="gray" aria-label={reload} title={reload} onClick={onReload}>
        <RetryIcon size={16} aria-hidden />
      </ActionIcon>
      {url !== null && (
        <ActionIcon
          component="a"
          variant="subtle"
          color="gray"
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={inTab}
          title={inTab}
        >
          <ExternalIcon size={16} aria-hidden />
        </ActionIcon>
      )}
      {full !== null && (
        <ActionIcon variant="subtle" color="gray" aria-label={size} title={size} onClick={() => onFull(!full)}>
          {full ? <LeaveFullScreenIcon size={16} aria-hidden /> : <FullScreenIcon size={16} aria-hidden />}
        </ActionIcon>
      )}
    </div>
  );
}

function useDevices() {
  const { t } = useLingui();
  const names: Readonly<Record<Device, string>> = {
    phone: t({ message: 'Phone', comment: 'Width at which a page is previewed' }),
    tablet: t({ message: 'Tablet', comment: 'Width at which a page is previewed' }),
    desktop: t({ message: 'Desktop', comment: 'Width at which a page is previewed' }),
  };
  const choices = (Object.keys(WIDTHS) as Device[]).map((value) => ({ value, label: names[value] }));
  return { label: t({ message: 'Width of the preview', comment: 'Name of a choice' }), choices };
}
