/** The field type `location`: a latitude and a longitude. Its input is loaded when it is needed. */
import type { ReactNode } from 'react';
import { inPlace, Text } from '../ui/index.ts';
import type { CellProps, InputProps, StudioFieldType } from './field-type.ts';
import { halvesOf } from './location-value.ts';
import { PRESENCE } from './operators.ts';

const INPUT_HEIGHT = 60;
const LocationInput = inPlace<InputProps>(
  INPUT_HEIGHT,
  async () => (await import('./location-input.tsx')).LocationInput,
);

export const locationType: StudioFieldType = {
  name: 'location',
  Input: LocationInput,
  Cell: LocationCell,
  operators: PRESENCE,
  comparison: 'whole',
  text: (value) => {
    const { lat, lon } = halvesOf(value);
    return lat === undefined || lon === undefined ? '' : `${lat}, ${lon}`;
  },
};

function LocationCell({ value }: CellProps): ReactNode {
  return <Text size="sm">{locationType.text(value)}</Text>;
}
