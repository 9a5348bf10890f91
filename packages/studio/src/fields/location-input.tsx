/** The input of the field type `location`: two numbers. A place in any usual form can be pasted into either. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isExactNumber } from '../../../contract/src/exact-numbers.ts';
import { Anchor, Group, Text } from '../ui/index.ts';
import type { InputProps } from './field-type.ts';
import styles from './fields.module.css';
import { mapAddress, placeIn } from './location-text.ts';
import { type Halves, halvesOf } from './location-value.ts';
import { NumberLine, useNumberText } from './number-line.tsx';
import { formatNumber, parseNumber } from './numbers.ts';

export function LocationInput({
  value,
  unfinished,
  fallback,
  onChange,
  onUnfinished,
  ...input
}: InputProps): ReactNode {
  const { i18n, t } = useLingui();
  const stored = halvesOf(value);
  const fallbackHalves = halvesOf(fallback);
  const placeholders = { lat: useNumberText(fallbackHalves.lat), lon: useNumberText(fallbackHalves.lon) };

  /** One half alone is no value; it waits for the other. */
  function type(texts: readonly [lat: string, lon: string]): void {
    const [lat, lon] = texts.map((text) => parseNumber(text, i18n.locale));
    if (texts.join('').trim() === '') onChange(undefined);
    else if (typeof lat === 'number' && typeof lon === 'number') onChange({ lat, lon });
    else onUnfinished({ texts, hidesValue: true });
  }

  function paste(text: string): boolean {
    const place = placeIn(text);
    if (place === null) return false;
    const { lat, lon } = place;
    if (isExactNumber(lat) && isExactNumber(lon)) onChange({ lat: Number(lat), lon: Number(lon) });
    else onUnfinished({ texts: [lat, lon], hidesValue: true });
    return true;
  }

  const written = (half: number | undefined) => (half === undefined ? '' : formatNumber(half, i18n.locale));
  const [latText, lonText] = unfinished?.texts ?? [written(stored.lat), written(stored.lon)];
  const shared = {
    describedBy: input.describedBy,
    whole: false,
    invalid: input.invalid || unfinished !== undefined,
    readOnly: input.readOnly,
    onPasteText: paste,
  };
  return (
    <>
      <Group role="group" aria-labelledby={input.labelledBy} gap="xs" align="flex-start" className={styles.pair}>
        <NumberLine
          {...shared}
          id={input.id}
          label={t`Latitude`}
          value={stored.lat}
          unfinished={unfinished?.texts[0]}
          placeholder={placeholders.lat}
          onType={(text) => type([text, lonText ?? ''])}
        />
        <NumberLine
          {...shared}
          id={`${input.id}-lon`}
          label={t`Longitude`}
          value={stored.lon}
          unfinished={unfinished?.texts[1]}
          placeholder={placeholders.lon}
          onType={(text) => type([latText ?? '', text])}
        />
      </Group>
      <BelowPlace stored={stored} isUnfinished={unfinished !== undefined} readOnly={input.readOnly} />
    </>
  );
}

interface BelowPlaceProperties {
  readonly stored: Halves;
  readonly isUnfinished: boolean;
  readonly readOnly: boolean;
}

/** What is missing, a map of the place, or how one can be given. */
function BelowPlace({ stored: { lat, lon }, isUnfinished, readOnly }: BelowPlaceProperties): ReactNode {
  if (isUnfinished)
    return (
      <Text size="xs" c="var(--failed)" role="status">
        <Trans>Enter both numbers. Nothing is saved until then.</Trans>
      </Text>
    );
  if (lat !== undefined && lon !== undefined)
    return (
      <Anchor href={mapAddress({ lat, lon })} target="_blank" rel="noopener noreferrer" size="xs" w="fit-content">
        <Trans comment="Link to a map at the place that a field holds">Show on a map</Trans>
      </Anchor>
    );
  if (readOnly) return null;
  return (
    <Text size="xs" c="dimmed">
      <Trans comment="Below the two numbers of a place">A link of a map or coordinates can be pasted too.</Trans>
    </Text>
  );
}
