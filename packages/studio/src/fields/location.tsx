/** The field type `location`: a latitude and a longitude. Both can be pasted at once into either. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Group, Text } from '../ui/index.ts';
import type { CellProps, InputProps, StudioFieldType } from './field-type.ts';
import styles from './fields.module.css';
import { NumberLine, useNumberText } from './number-line.tsx';
import { PRESENCE } from './operators.ts';

/** A pair as maps give it for copying: `52.5163, 13.3777`. */
const PAIR = /^\s*(-?\d+(?:\.\d+)?)°?\s*[,;\s]\s*(-?\d+(?:\.\d+)?)°?\s*$/;

export const locationType: StudioFieldType = {
  name: 'location',
  Input: LocationInput,
  Cell: LocationCell,
  operators: PRESENCE,
  text: (value) => {
    const { lat, lon } = halvesOf(value);
    return lat === undefined || lon === undefined ? '' : `${lat}, ${lon}`;
  },
};

interface Halves {
  readonly lat: number | undefined;
  readonly lon: number | undefined;
}

function LocationInput({ value, fallback, onChange, ...input }: InputProps): ReactNode {
  const { t } = useLingui();
  const stored = halvesOf(value);
  /** One half alone is no value; it waits here for the other. */
  const [half, setHalf] = useState<Halves | null>(null);
  const shown = half ?? stored;
  const fallbackHalves = halvesOf(fallback);
  const placeholders = { lat: useNumberText(fallbackHalves.lat), lon: useNumberText(fallbackHalves.lon) };

  function change(next: Halves): void {
    const { lat, lon } = next;
    if (lat !== undefined && lon !== undefined) {
      setHalf(null);
      onChange({ lat, lon });
      return;
    }
    setHalf(next);
    if (stored.lat !== undefined) onChange(undefined);
    if (lat === undefined && lon === undefined) setHalf(null);
  }

  function paste(text: string): boolean {
    const [, lat, lon] = PAIR.exec(text) ?? [];
    if (lat === undefined || lon === undefined) return false;
    change({ lat: Number(lat), lon: Number(lon) });
    return true;
  }

  const shared = { describedBy: input.describedBy, whole: false, invalid: input.invalid, readOnly: input.readOnly };
  return (
    <Group role="group" aria-labelledby={input.labelledBy} gap="xs" align="flex-start" className={styles.pair}>
      <NumberLine
        {...shared}
        id={input.id}
        label={t`Latitude`}
        value={shown.lat}
        placeholder={placeholders.lat}
        onChange={(lat) => change({ ...shown, lat })}
        onPasteText={paste}
      />
      <NumberLine
        {...shared}
        id={`${input.id}-lon`}
        label={t`Longitude`}
        value={shown.lon}
        placeholder={placeholders.lon}
        onChange={(lon) => change({ ...shown, lon })}
        onPasteText={paste}
      />
    </Group>
  );
}

function LocationCell({ value }: CellProps): ReactNode {
  return <Text size="sm">{locationType.text(value)}</Text>;
}

function halvesOf(value: unknown): Halves {
  const { lat, lon } = (typeof value === 'object' && value !== null ? value : {}) as { lat?: unknown; lon?: unknown };
  return {
    lat: typeof lat === 'number' ? lat : undefined,
    lon: typeof lon === 'number' ? lon : undefined,
  };
}
