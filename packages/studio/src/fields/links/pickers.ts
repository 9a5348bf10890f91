/** The dialogs in which links are chosen, by what is linked to; loaded when the first is opened. */
import { type OnDemand, onDemand } from '../../ui/index.ts';
import type { LinkValue } from './link-value.ts';
import type { PickerProperties } from './picker-properties.ts';

export const pickers: Readonly<Record<LinkValue['type'], OnDemand<PickerProperties>>> = {
  asset: onDemand(async () => (await import('./asset-picker.tsx')).AssetPicker),
  entry: onDemand(async () => (await import('./entry-picker.tsx')).EntryPicker),
};
